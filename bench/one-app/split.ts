/** What an application that is split by route loads when a route is wanted: its script and its styles. */
const routes: Record<string, () => Promise<unknown>[]> = {
  'mf-clients': () => [
    import('../../mf-clients/src/remote/routes.tsx'),
    import('../../mf-clients/src/remote/remote.css'),
  ],
  'mf-workforms': () => [
    import('../../mf-workforms/src/remote/routes.tsx'),
    import('../../mf-workforms/src/remote/remote.css'),
  ],
  'mf-review': () => [import('../../mf-review/src/remote/routes.tsx'), import('../../mf-review/src/remote/remote.css')],
  'mf-client-portal': () => [
    import('../../mf-client-portal/src/remote/routes.tsx'),
    import('../../mf-client-portal/src/remote/remote.css'),
  ],
}

/** Stands in for the shell's loader of remotes: the same application split by route, without federation. */
export const createLoader = () => ({
  load: async (remote: string) => (await Promise.all(routes[remote]?.() ?? []))[0],
  replace: async () => undefined,
})
