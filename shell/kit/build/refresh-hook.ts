/**
 * Development only; the first module of the shell. React registers its renderer with the developer tools' hook when it
 * loads. The stub that react-refresh installs forgets renderers, so the react-refresh of a remote that loads later
 * could not refresh anything (nrwl/nx#36393). This hook remembers them.
 */
interface Hook {
  renderers: Map<number, unknown>
  supportsFiber: boolean
  inject: (renderer: unknown) => number
  onScheduleFiberRoot: () => void
  onCommitFiberRoot: () => void
  onCommitFiberUnmount: () => void
}
const scope = globalThis as { __REACT_DEVTOOLS_GLOBAL_HOOK__?: Hook }

const renderers = new Map<number, unknown>()
scope.__REACT_DEVTOOLS_GLOBAL_HOOK__ ??= {
  renderers,
  supportsFiber: true,
  inject: () => renderers.size + 1,
  onScheduleFiberRoot() {},
  onCommitFiberRoot() {},
  onCommitFiberUnmount() {},
}
const hook = scope.__REACT_DEVTOOLS_GLOBAL_HOOK__
const inject = hook.inject
hook.inject = (renderer) => {
  const id = inject.call(hook, renderer)
  if (!hook.renderers.has(id)) hook.renderers.set(id, renderer)
  return id
}

export {}
