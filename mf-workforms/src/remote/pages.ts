import type { RemotePages } from '@portal/contract/pages'

/** The pages of this remote. The shell and the build read them without its code. */
export default {
  role: 'bookkeeper',
  pages: {
    '/workforms': {
      title: 'Workforms',
      subtitle: 'Create and manage form templates',
      nav: { icon: 'file-text', order: 30 },
    },
  },
} satisfies RemotePages
