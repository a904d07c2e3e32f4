/** How a browser asks for a page. */
export const PAGE = { accept: 'text/html,application/xhtml+xml' }

/** Addresses that answer with a page. */
export const PAGES = [
  '/',
  '/client-auth',
  '/client-setup?token=secret',
  '/dashboard',
  '/clients',
  '/nowhere',
  '/client-nowhere',
  '/mail-off?token=x',
  '/api/docs',
]
