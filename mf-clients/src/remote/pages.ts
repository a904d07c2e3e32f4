import type { RemotePages } from '@portal/contract/pages'

/** The pages of this remote. The shell and the build read them without its code. */
export default {
  role: 'bookkeeper',
  pages: {
    '/clients': { title: 'Clients', subtitle: 'Manage your client onboarding', nav: { icon: 'users', order: 20 } },
    '/clients/follow-ups': { title: 'Follow-ups', subtitle: 'What the agent sends to your clients, when, and why' },
  },
} satisfies RemotePages
