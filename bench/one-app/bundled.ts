import * as clientPortal from '../../mf-client-portal/src/remote/routes.tsx'
import '../../mf-client-portal/src/remote/remote.css'
import * as clients from '../../mf-clients/src/remote/routes.tsx'
import '../../mf-clients/src/remote/remote.css'
import * as review from '../../mf-review/src/remote/routes.tsx'
import '../../mf-review/src/remote/remote.css'
import * as workforms from '../../mf-workforms/src/remote/routes.tsx'
import '../../mf-workforms/src/remote/remote.css'

const routes: Record<string, unknown> = {
  'mf-clients': clients,
  'mf-workforms': workforms,
  'mf-review': review,
  'mf-client-portal': clientPortal,
}

/** Replaces the shell's loader of remotes: the same app as one bundle. */
export const createLoader = () => ({ load: async (remote: string) => routes[remote], replace: async () => undefined })
