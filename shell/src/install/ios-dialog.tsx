import { Button } from '@portal/kit/ui/button'
import { DialogPanel } from '@portal/kit/ui/dialog-panel'

/** Explains how to install the portal on iOS, where only the user can do it. Mount it to open it. */
export function IosDialog({ onClose }: { onClose: () => void }) {
  return (
    <DialogPanel
      title="Install the portal"
      description="It opens from your home screen like an app, also without a connection."
      size="sm"
      onClose={onClose}
      footer={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <ol className="grid list-decimal gap-3 pl-5 text-sm">
        <li>Tap the Share button of your browser, a square with an arrow pointing up.</li>
        <li>Scroll down and tap “Add to Home Screen”.</li>
        <li>Tap “Add”.</li>
      </ol>
    </DialogPanel>
  )
}
