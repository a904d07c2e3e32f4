import { IconButton } from '@portal/kit/ui/button'
import { cx } from '@portal/kit/ui/class-names'
import { Modal } from '@portal/kit/ui/modal'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'

export interface DrawerProps {
  /** Accessible name. */
  label: string
  onClose: () => void
  children: ReactNode
  className?: string | undefined
}

/** Shows a panel that slides in from the left: the navigation on a phone. Mounted while open. */
export function Drawer({ label, onClose, children, className }: DrawerProps) {
  return (
    <Modal
      aria-label={label}
      data-drawer
      onDismiss={onClose}
      onClick={(event) => {
        // A click on the backdrop has the dialog itself as its target.
        if (event.target === event.currentTarget) onClose()
      }}
      className={cx(
        'fixed inset-y-0 left-0 m-0 h-dvh max-h-none w-72 max-w-[85vw] border-base-300 border-r bg-base-100 p-0',
        'text-base-content backdrop:bg-black/45',
        className,
      )}
    >
      {/* For users who cannot click outside the panel and have no Escape key. */}
      <IconButton
        label="Close menu"
        className="absolute top-2 right-2 z-10 size-10"
        onClick={onClose}
        data-autofocus
        icon={<X className="size-5" />}
      />
      <div className="flex h-full flex-col">{children}</div>
    </Modal>
  )
}
