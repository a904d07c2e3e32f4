import type { RemotePages } from '@portal/contract/pages'

/** The pages of this remote. The shell and the build read them without its code. */
export default {
  role: 'bookkeeper',
  pages: {
    '/form-submissions': {
      title: 'Form Submissions',
      subtitle: 'Review and manage client form submissions',
      nav: { icon: 'inbox', order: 40 },
    },
  },
} satisfies RemotePages
