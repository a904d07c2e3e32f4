/** The script and the styles of each route. */
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

/** Replaces the shell's loader of remotes: the same app, split by route. */
export const createLoader = () => ({
  load: async (remote: string) => (await Promise.all(routes[remote]?.() ?? []))[0],
  replace: async () => undefined,
})
