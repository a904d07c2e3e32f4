import * as clientPortal from '../../../mf-client-portal/src/remote/routes.tsx'
import * as clients from '../../../mf-clients/src/remote/routes.tsx'
import * as review from '../../../mf-review/src/remote/routes.tsx'
import * as workforms from '../../../mf-workforms/src/remote/routes.tsx'

/** The routes, whose components are chunks when the app is split, and the styles. */
const remotes: Record<string, { routes: unknown; styles: () => Promise<unknown> }> = {
  'mf-clients': { routes: clients, styles: () => import('../../../mf-clients/src/remote/remote.css') },
  'mf-workforms': { routes: workforms, styles: () => import('../../../mf-workforms/src/remote/remote.css') },
  'mf-review': { routes: review, styles: () => import('../../../mf-review/src/remote/remote.css') },
  'mf-client-portal': { routes: clientPortal, styles: () => import('../../../mf-client-portal/src/remote/remote.css') },
}

/** Replaces the shell's loader of remotes: the same app without federation. The page does not wait for its styles. */
export const createLoader = () => ({
  load: async (remote: string) => {
    void remotes[remote]?.styles()
    return remotes[remote]?.routes
  },
  replace: async () => undefined,
})
