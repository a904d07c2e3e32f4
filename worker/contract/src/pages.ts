import type { PageHeading } from './remotes.ts'

/** A page of the shell itself. Pages of remotes are described in their `remote.json`. */
export interface ShellPage {
  heading: PageHeading
  /** Position in the navigation; absent for pages that other pages lead to. */
  nav?: { icon: string; order: number }
  /** Whether the heading has its usual place, so that it can be shown while the code of the page loads. */
  hasOutline: boolean
}

type ShellPath =
  | '/dashboard'
  | '/notifications'
  | '/chat'
  | '/profile'
  | '/profile/webhooks'
  | '/profile/deliveries'
  | '/profile/audit'
  | '/client-chat'
  | '/client-notifications'
  | '/client-profile'
  | '/client-email'

/** The pages of the shell for signed-in users, by path. */
export const SHELL_PAGES: Readonly<Record<ShellPath, ShellPage>> = {
  '/dashboard': {
    heading: { title: 'Dashboard', subtitle: 'Overview of your client onboarding process' },
    nav: { icon: 'layout-dashboard', order: 10 },
    hasOutline: true,
  },
  '/notifications': {
    heading: { title: 'Notifications', subtitle: 'Submissions and messages from your clients', width: 'narrow' },
    hasOutline: true,
  },
  '/chat': {
    heading: { title: 'Chat', subtitle: 'Messages with your clients' },
    nav: { icon: 'message-square', order: 50 },
    hasOutline: false,
  },
  '/profile': {
    heading: { title: 'Profile', subtitle: 'Manage your account', width: 'narrow' },
    nav: { icon: 'user', order: 60 },
    hasOutline: true,
  },
  '/profile/webhooks': {
    heading: { title: 'Webhooks', subtitle: 'Notify your other systems of what happens here', width: 'narrow' },
    hasOutline: false,
  },
  '/profile/deliveries': {
    heading: {
      title: 'Deliveries',
      subtitle: 'Emails to you and your clients that are waiting or could not be delivered',
      width: 'narrow',
    },
    hasOutline: false,
  },
  '/profile/audit': {
    heading: { title: 'Audit log', subtitle: 'Who changed what, and when', width: 'narrow' },
    hasOutline: false,
  },
  '/client-chat': {
    heading: { title: 'Chat' },
    nav: { icon: 'message-square', order: 20 },
    hasOutline: false,
  },
  '/client-notifications': {
    heading: {
      title: 'Notifications',
      subtitle: 'Assignments, decisions and messages from your bookkeeper',
      width: 'narrow',
    },
    hasOutline: true,
  },
  '/client-profile': {
    heading: { title: 'Profile', subtitle: 'Your account information', width: 'narrow' },
    nav: { icon: 'user', order: 30 },
    hasOutline: true,
  },
  '/client-email': {
    heading: { title: 'Your email address', subtitle: 'For signing in and for emails', width: 'narrow' },
    hasOutline: true,
  },
}
