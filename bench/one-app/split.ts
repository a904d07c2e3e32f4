/** Stands in for the federation runtime: the same application split by route, without federation. */
const load: Record<string, () => Promise<unknown>> = {
  'mf-clients': async () =>
    (await Promise.all([import('../../mf-clients/src/remote/routes.tsx'), import('../../mf-clients/src/remote/remote.css')]))[0],
  'mf-workforms': async () =>
    (await Promise.all([import('../../mf-workforms/src/remote/routes.tsx'), import('../../mf-workforms/src/remote/remote.css')]))[0],
  'mf-review': async () =>
    (await Promise.all([import('../../mf-review/src/remote/routes.tsx'), import('../../mf-review/src/remote/remote.css')]))[0],
  'mf-client-portal': async () =>
    (
      await Promise.all([import('../../mf-client-portal/src/remote/routes.tsx'), import('../../mf-client-portal/src/remote/remote.css')])
    )[0],
}

export const createRuntime = () => ({ load: (remote: string): Promise<unknown> | undefined => load[remote]?.(), replace: () => undefined })
