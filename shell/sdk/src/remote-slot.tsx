import type { WidgetName, WidgetProps } from '@portal/contract/widgets'
import { CatchBoundary, type ErrorComponentProps } from '@tanstack/react-router'
import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react'

/** Loads the module of a widget. Rejects if the remote is not available. */
export type WidgetLoader = (name: WidgetName) => Promise<{ default: ComponentType<never> }>

let load: WidgetLoader | undefined

/** Sets how widgets are loaded. The shell calls it once. */
export function setWidgetLoader(loader: WidgetLoader): void {
  load = loader
}

async function loadWidget<N extends WidgetName>(name: N): Promise<{ default: ComponentType<WidgetProps[N]> }> {
  if (!load) throw new Error(`No loader for widget ${name}`)
  // The contract defines the props of each widget; the loaded module is untyped.
  return (await load(name)) as unknown as {
    default: ComponentType<WidgetProps[N]>
  }
}

function Failed({ reset }: ErrorComponentProps) {
  return (
    <div role="alert" className="flex flex-col items-center gap-3 px-6 py-10 text-center">
      <p className="font-medium">This section could not be loaded</p>
      <p className="max-w-sm text-base-content/70 text-sm">
        Everything else keeps working. Please check your connection and try again.
      </p>
      <button type="button" className="btn btn-sm" onClick={reset}>
        Retry
      </button>
    </div>
  )
}

const Waiting = (
  <div role="status" aria-label="Loading" className="flex flex-col gap-3 p-2">
    <div className="skeleton h-5 w-1/3" />
    <div className="skeleton h-10 w-full" />
    <div className="skeleton h-10 w-full" />
  </div>
)

export interface RemoteSlotProps<N extends WidgetName> {
  name: N
  props: WidgetProps[N]
  /** Shown while the widget loads, instead of the skeleton. */
  fallback?: ReactNode
}

const makeWidget = <N extends WidgetName>(name: N) =>
  lazy(() => loadWidget(name)) as unknown as ComponentType<WidgetProps[N]>

/**
 * Renders a widget of another remote. Shows a skeleton while it loads, and a message with Retry if
 * it fails.
 */
export function RemoteSlot<N extends WidgetName>(props: RemoteSlotProps<N>): ReactNode {
  return <Slot key={props.name} {...props} />
}

function Slot<N extends WidgetName>({ name, props, fallback = Waiting }: RemoteSlotProps<N>): ReactNode {
  const [Widget, setWidget] = useState(() => makeWidget(name))
  // A rejected lazy component stays rejected, so the next attempt needs a new one.
  const renew = (): void => setWidget(() => makeWidget(name))
  return (
    <CatchBoundary getResetKey={() => name} onCatch={renew} errorComponent={Failed}>
      <Suspense fallback={fallback}>
        {/* Styles are scoped by remote: the widget uses those of its own. */}
        <div data-remote={name.split('/')[0]} className="contents">
          <Widget {...props} />
        </div>
      </Suspense>
    </CatchBoundary>
  )
}
