import type { PageDefinitions } from '@portal/contract/pages'

/**
 * The pages of the shell by layout. The routes (`routes/`), the navigation and the build derive from them what they
 * need. The chunk of a page is named after its path; see `chunkOf` of the build.
 */
export const SHELL_PAGES = {
  public: {
    '/': { title: 'Bookkeeper Portal' },
    '/client-auth': { title: 'Client Portal' },
    '/client-setup': { title: 'Set up your account' },
    '/client-link': { title: 'Client Portal' },
    '/guest': { title: 'Continue on your phone' },
    '/mail-off': { title: 'Email settings' },
  },
  /** Pages that only redirect, so they have no chunk. */
  redirects: {
    '/start': { title: 'Client Portal' },
    '/share': { title: 'Shared files' },
  },
  bookkeeper: {
    '/dashboard': {
      title: 'Dashboard',
      subtitle: 'Overview of your client onboarding process',
      nav: { icon: 'layout-dashboard', order: 10 },
    },
    '/notifications': {
      title: 'Notifications',
      subtitle: 'Submissions and messages from your clients',
      width: 'narrow',
    },
    '/chat': {
      title: 'Chat',
      subtitle: 'Messages with your clients',
      nav: { icon: 'message-square', order: 50 },
    },
    '/profile': {
      title: 'Profile',
      subtitle: 'Manage your account',
      width: 'narrow',
      nav: { icon: 'user', order: 60 },
    },
    '/profile/webhooks': {
      title: 'Webhooks',
      subtitle: 'Notify your other systems of what happens here',
      width: 'narrow',
    },
    '/profile/deliveries': {
      title: 'Deliveries',
      subtitle: 'Emails to you and your clients that are waiting or could not be delivered',
      width: 'narrow',
    },
    '/profile/audit': { title: 'Audit log', subtitle: 'Who changed what, and when', width: 'narrow' },
  },
  client: {
    '/client-chat': { title: 'Chat', nav: { icon: 'message-square', order: 20 } },
    '/client-notifications': {
      title: 'Notifications',
      subtitle: 'Assignments, decisions and messages from your bookkeeper',
      width: 'narrow',
    },
    '/client-profile': {
      title: 'Profile',
      subtitle: 'Your account information',
      width: 'narrow',
      nav: { icon: 'user', order: 30 },
    },
    '/client-email': { title: 'Your email address', subtitle: 'For signing in and for emails', width: 'narrow' },
  },
} as const satisfies Record<string, PageDefinitions>

/** Returns path and definition of a page, as options of its route. */
export const definePage = <Pages extends PageDefinitions, const P extends keyof Pages>(pages: Pages, path: P) => ({
  path,
  staticData: pages[path],
})
