/**
 * The federation runtime of a remote's container, limited to remotes that take all libraries from the shell and load no
 * remotes (docs/decisions/0023). The build substitutes it for `@module-federation/webpack-bundler-runtime`, so it has
 * the same shape.
 */

/** The parts of the bundler's `require` in use. */
interface Require {
  /** Module factories and evaluated modules, by id. */
  m: Record<string, (module: { exports: unknown }) => void>
  c: Record<string, unknown>
  federation: { initOptions: object; instance: Instance }
}

/** The federation instance of the shell. */
interface Instance {
  loadShare: (name: string) => Promise<(() => unknown) | false>
}

interface Consumption {
  webpackRequire: Require
  chunkId: string | number
  promises: unknown[]
  /** Ids of the shared modules that each chunk needs. */
  chunkMapping: Readonly<Record<string, readonly string[]>>
  moduleToHandlerMapping: Readonly<Record<string, { shareKey: string }>>
  /** Pending modules by id; 0 for loaded ones. */
  installedModules: Record<string, unknown>
}

/** Makes a chunk wait for the libraries that it takes from the shell. */
function consumes({
  webpackRequire,
  chunkId,
  promises,
  chunkMapping,
  moduleToHandlerMapping,
  installedModules,
}: Consumption): void {
  const install = (id: string, run: () => unknown): void => {
    webpackRequire.m[id] = (module) => {
      delete webpackRequire.c[id]
      module.exports = run()
    }
  }
  const load = async (id: string): Promise<void> => {
    const name = moduleToHandlerMapping[id]?.shareKey ?? id
    try {
      const library = await webpackRequire.federation.instance.loadShare(name)
      if (!library) throw new Error(`The shell shares no ${name}.`)
      installedModules[id] = 0
      install(id, library)
    } catch (error) {
      // Importing the module rethrows the error; the next request loads it again.
      delete installedModules[id]
      install(id, () => {
        throw error
      })
    }
  }
  for (const id of chunkMapping[chunkId] ?? []) promises.push((installedModules[id] ??= load(id)))
}

const scope = globalThis as unknown as {
  _FEDERATION_RUNTIME_CORE: { ModuleFederation: new (options: object) => Instance }
}

export default {
  bundlerRuntime: {
    S: {},
    consumes,
    init: ({ webpackRequire }: { webpackRequire: Require }) =>
      new scope._FEDERATION_RUNTIME_CORE.ModuleFederation(webpackRequire.federation.initOptions),
    initContainerEntry: () => true,
    /** Nothing in a remote runs before the shell requests it. */
    installInitialConsumes: () => undefined,
  },
}
