import type { RemotePages } from '@portal/contract/pages'

/** The pages of this remote. The shell and the build read them without its code. */
export default {
  role: 'client',
  pages: {
    '/client-dashboard': {
      title: ({ name }) => `Hi ${name}`,
      subtitle: 'Here are your documents to fill',
      width: 'narrow',
      nav: { label: 'Dashboard', icon: 'layout-dashboard', order: 10 },
    },
  },
} satisfies RemotePages
