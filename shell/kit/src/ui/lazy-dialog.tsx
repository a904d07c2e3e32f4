import { Button } from './button.tsx'
import { FAILED, lazyWith, type Source, type Unloaded } from './lazy-component.tsx'
import { Modal } from './modal.tsx'
import { ErrorState, NotOffline } from './states.tsx'

interface DialogProps {
  onClose: () => void
}

/** Creates a dialog that is loaded when it is opened. Until then, a small dialog says what it waits for. */
export const lazyDialog = <M, Name extends keyof M>(source: Source<M>, name: Name) =>
  lazyWith<M, Name, object>(source, name, (unloaded, props) => (
    <UnloadedDialog {...unloaded} onClose={(props as unknown as DialogProps).onClose} />
  ))

const PANEL =
  'm-auto w-80 max-w-[calc(100%-2rem)] rounded-box border border-base-300 bg-base-100 p-5 text-center ' +
  'text-base-content shadow-2xl backdrop:bg-black/45'

function UnloadedDialog({ isWaiting, hasFailed, retry, onClose }: Unloaded & DialogProps) {
  if (!isWaiting && !hasFailed) return null
  return (
    <Modal onDismiss={onClose} aria-label={hasFailed ? FAILED : 'Not available offline'} className={PANEL}>
      {hasFailed ? <ErrorState title={FAILED} onRetry={retry} className="py-4" /> : <NotOffline className="py-4" />}
      <div data-dialog-footer>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </Modal>
  )
}
