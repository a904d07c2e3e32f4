import type { Markup } from './world.ts'

/** Pages of bookkeepers. */
export const BOOKKEEPER_PAGES = [
  '/dashboard',
  '/workforms',
  '/form-submissions',
  '/clients/follow-ups',
  '/chat',
  '/notifications?tab=all',
  '/profile',
  '/profile/deliveries',
  '/profile/audit',
  '/profile/webhooks',
]

/** Pages of clients. */
export const CLIENT_PAGES = ['/client-dashboard', '/client-chat', '/client-notifications?tab=all', '/client-profile']

/** Addresses whose parameters are of another shape than the pages know. */
export const STRANGE = {
  nobody: [
    '/client-auth?error_description={"a":1}&error=[1]&type={}&next={}',
    '/?oauth_error={"a":1}&reset=[1]&confirm={}&oauth=[]&next=[]',
  ],
  bookkeeper: [
    '/clients?q={"a":1}&status=[1]&sort={}&client={"x":1}&create=[]',
    '/workforms?q=[1]&tab={}',
    '/form-submissions?q={}&filter=[]&only=1&workform={}&client=[]',
    '/profile/audit?client=[1]&by={}&kind=[]&from={}&to=[1]',
    '/chat?thread={"a":1}&client=[1]',
    '/clients/follow-ups?client=[1]&show={}',
    '/notifications?tab={}',
  ],
  client: ['/client-dashboard?filter={}&section=[1]'],
}

/** Pages of nobody in particular, with markup in the address. */
export const strangersPages = (markup: Markup): string[] => {
  const given = (what: string) => encodeURIComponent(markup.text(what))
  return [
    `/client-auth?error=access_denied&error_description=${given('a description of an error in an address')}`,
    `/?oauth_error=${encodeURIComponent('<img src=x onerror=canary(6)>')}`,
    `/?reset=${encodeURIComponent('"><svg onload=canary(7)>')}`,
    `/client-setup?token=${encodeURIComponent('"><svg onload=canary(8)>')}`,
    `/mail-off?token=${encodeURIComponent('<script>canary(9)</script>')}`,
    `/${encodeURIComponent('<img src=x onerror=canary(10)>')}`,
    `/client-${encodeURIComponent('"><script>canary(11)</script>')}?x=<script>canary(12)</script>#<img src=x onerror=canary(13)>`,
    ...STRANGE.nobody,
    '/api/docs',
    '/api/nothing/<script>canary(14)</script>',
    '/dev/mailbox',
  ]
}
