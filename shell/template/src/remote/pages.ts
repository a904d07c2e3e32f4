import type { RemotePages } from '@portal/contract/pages'

/** The pages of this remote. The shell and the build read them without its code. */
export default {
  role: 'bookkeeper',
  pages: {
    '/example': { title: 'Example', nav: { icon: 'puzzle', order: 45 } },
  },
} satisfies RemotePages
