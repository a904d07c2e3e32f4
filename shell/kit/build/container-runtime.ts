/**
 * The federation's runtime in a remote's container, as far as one runs it whose libraries are all the shell's and which has no remotes of its own
 * (docs/decisions/0023). The build puts it in the place of `@module-federation/webpack-bundler-runtime`, which it has the form of.
 */

/** What is used of the bundler's `require`. */
interface Require {
  /** Modules by id, and those that have run. */
  m: Record<string, (module: { exports: unknown }) => void>
  c: Record<string, unknown>
  federation: { initOptions: object; instance: Instance }
}

/** The shell's side. */
interface Instance {
  loadShare: (name: string) => Promise<(() => unknown) | false>
}

interface Consumption {
  webpackRequire: Require
  chunkId: string | number
  promises: unknown[]
  /** Ids of the shared modules that a chunk needs. */
  chunkMapping: Readonly<Record<string, readonly string[]>>
  moduleToHandlerMapping: Readonly<Record<string, { shareKey: string }>>
  /** Those on their way, by id; 0 for those that are there. */
  installedModules: Record<string, unknown>
}

/** Has a chunk wait for the libraries that it takes from the shell. */
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
      // Who asks for the module learns why it is not there; who asks again has it loaded again.
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
    /** Nothing of a remote runs before the shell asks for it. */
    installInitialConsumes: () => undefined,
  },
}
