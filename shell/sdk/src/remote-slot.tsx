import type { WidgetName, WidgetProps } from '@portal/contract/widgets'
import { CatchBoundary } from '@tanstack/react-router'
import { type ComponentType, type ReactNode, Suspense, useLayoutEffect, useRef, useState } from 'react'
import { lazyCode, useLazyCode } from './lazy-code.ts'

/** Loads the module of a widget. Rejects if the remote is not available. */
export type WidgetLoader = (name: WidgetName) => Promise<{ default: ComponentType<never> }>

let load: WidgetLoader | undefined
let replace: ((name: WidgetName) => Promise<boolean>) | undefined

/**
 * Sets how widgets are loaded. The shell calls it once.
 * @param replacer replaces the version of a widget that has thrown an error. Resolves with whether there is another one
 */
export function setWidgetLoader(loader: WidgetLoader, replacer?: typeof replace): void {
  load = loader
  replace = replacer
}

async function loadWidget<N extends WidgetName>(name: N): Promise<{ default: ComponentType<WidgetProps[N]> }> {
  if (!load) throw new Error(`No loader for widget ${name}`)
  // The contract defines the props of each widget; the loaded module is untyped.
  return (await load(name)) as unknown as {
    default: ComponentType<WidgetProps[N]>
  }
}

interface MessageProps {
  title: string
  detail: string
  onRetry?: () => void
  /** Closes the dialog that is shown instead of the widget's. */
  onClose: (() => void) | undefined
}

/** Says why a widget is not shown: in its place, or in a dialog if it is one. */
function Message({ title, detail, onRetry, onClose }: MessageProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const opened = dialog.current
    opened?.showModal()
    return () => opened?.close()
  }, [])
  const text = (
    <div role={onRetry ? 'alert' : 'status'} className="flex flex-col items-center gap-3 px-6 py-10 text-center">
      <p className="font-medium">{title}</p>
      <p className="max-w-sm text-base-content/70 text-sm">{detail}</p>
      {onRetry ? (
        <button type="button" className="btn btn-sm" onClick={onRetry}>
          Retry
        </button>
      ) : null}
      {onClose ? (
        <button type="button" className="btn btn-sm" onClick={onClose}>
          Cancel
        </button>
      ) : null}
    </div>
  )
  if (!onClose) return text
  return (
    <dialog
      ref={dialog}
      aria-label={title}
      className="m-auto rounded-box bg-base-100 backdrop:bg-black/45"
      onCancel={onClose}
    >
      {text}
    </dialog>
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

/**
 * Renders a widget of another remote. Shows a skeleton while it loads, says what it waits for, and offers to try again
 * if it fails.
 */
export function RemoteSlot<N extends WidgetName>(props: RemoteSlotProps<N>): ReactNode {
  const [attempt, setAttempt] = useState(0)
  return <Slot key={`${props.name} ${attempt}`} {...props} onAgain={() => setAttempt(attempt + 1)} />
}

interface SlotProps<N extends WidgetName> extends RemoteSlotProps<N> {
  /** Loads the widget again, perhaps in another version. */
  onAgain: () => void
}

function Slot<N extends WidgetName>({ name, props, fallback = Waiting, onAgain }: SlotProps<N>): ReactNode {
  const [code] = useState(() => lazyCode(() => loadWidget(name), { tries: 1 }))
  const { loaded, state, retry } = useLazyCode(code)
  const [thrown, setThrown] = useState<'replacing' | 'shown'>()
  const onThrown = async (): Promise<void> => {
    setThrown('replacing')
    if (await replace?.(name)) onAgain()
    else setThrown('shown')
  }
  const onClose = 'onClose' in props ? props.onClose : undefined
  if (state === 'failed' || thrown === 'shown')
    return (
      <Message
        title="This section could not be loaded"
        detail="Please check your connection and try again."
        onRetry={thrown ? onAgain : retry}
        onClose={onClose}
      />
    )
  if (state === 'waiting')
    return <Message title="Not available offline" detail="It loads as soon as you are back online." onClose={onClose} />
  if (!loaded || thrown) return fallback
  const Widget = loaded.default
  return (
    <CatchBoundary getResetKey={() => name} errorComponent={() => null} onCatch={() => void onThrown()}>
      <Suspense fallback={fallback}>
        {/* Styles are scoped by remote: the widget uses those of its own. */}
        <div data-remote={name.split('/')[0]} className="contents">
          <Widget {...props} />
        </div>
      </Suspense>
    </CatchBoundary>
  )
}
