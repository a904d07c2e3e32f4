import { X } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { IconButton } from './button.tsx'
import { cx } from './class-names.tsx'
import { Modal } from './modal.tsx'

const SIZES = { sm: 'sm:max-w-md', md: 'sm:max-w-lg', lg: 'sm:max-w-2xl', xl: 'sm:max-w-5xl' } as const

export interface DialogPanelProps {
  /** Called on Escape, the close button and the browser's Back; not called while busy. */
  onClose: () => void
  title: ReactNode
  description?: ReactNode
  children?: ReactNode
  /** Right-aligned buttons that stay visible while the content scrolls. */
  footer?: ReactNode
  size?: keyof typeof SIZES | undefined
  /** Uses the maximum height from the start, so that content that loads later moves nothing. */
  fullHeight?: boolean | undefined
  /** Prevents closing while work is in progress. */
  busy?: boolean | undefined
  role?: 'dialog' | 'alertdialog' | undefined
  /** Whether the URL contains that the dialog is open, so that the browser's Back closes it. */
  inAddress?: boolean | undefined
}

/** As high as a line of the title. On touch screens it is larger, around the same middle. */
const CLOSE = '-mr-2 pointer-coarse:-my-1.5 pointer-coarse:-mr-3.5 pointer-coarse:size-11'

function Header({
  id,
  title,
  description,
  busy,
  onClose,
}: Pick<DialogPanelProps, 'title' | 'description' | 'busy' | 'onClose'> & { id: string }) {
  return (
    <header className="flex items-start gap-4 border-base-300 border-b px-5 py-4 sm:px-6">
      <div className="min-w-0 flex-1">
        <h2 id={`${id}-title`} className="wrap-anywhere py-1 font-semibold text-lg/6">
          {title}
        </h2>
        {description ? (
          <div id={`${id}-description`} className="mt-1 text-base-content/70 text-sm">
            {description}
          </div>
        ) : null}
      </div>
      <IconButton label="Close" disabled={busy} onClick={onClose} className={CLOSE} icon={<X />} />
    </header>
  )
}

function Footer({ children }: { children: ReactNode }) {
  if (!children) return null
  return (
    <footer
      data-dialog-footer
      className={cx(
        'flex flex-col-reverse gap-2 border-base-300 border-t bg-base-200/50 px-5 py-3.5',
        'sm:flex-row sm:justify-end sm:px-6',
      )}
    >
      {children}
    </footer>
  )
}

const PANEL = cx(
  'fixed inset-0 m-auto flex max-h-dvh w-full max-w-none flex-col overflow-hidden',
  'bg-base-100 p-0 text-base-content outline-none',
  'max-sm:mb-0 max-sm:rounded-t-box sm:max-h-[calc(100dvh-4rem)] sm:w-[calc(100%-3rem)] sm:rounded-box',
  'border border-base-300 shadow-2xl backdrop:bg-black/45',
  // With little height (large zoom, a phone in landscape) header and footer would leave no room: everything scrolls.
  '[@media(height<30rem)]:block [@media(height<30rem)]:overflow-y-auto',
)

/** Renders an open dialog with header, scrollable content and footer. */
export function DialogPanel({
  onClose,
  title,
  description,
  children,
  footer,
  size = 'md',
  fullHeight = false,
  busy = false,
  role,
  inAddress,
}: DialogPanelProps) {
  const id = useId()
  return (
    <Modal
      role={role}
      aria-labelledby={`${id}-title`}
      // An alert's message is read with its title: users would not look for it.
      aria-describedby={description ? `${id}-description` : role === 'alertdialog' ? `${id}-body` : undefined}
      aria-busy={busy || undefined}
      inAddress={inAddress}
      onDismiss={onClose}
      className={cx(PANEL, SIZES[size], fullHeight && 'max-sm:h-[90dvh] sm:h-[44rem]')}
    >
      <Header id={id} title={title} description={description} busy={busy} onClose={onClose} />
      <div
        id={`${id}-body`}
        data-dialog-body
        className={cx(
          'relative min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 py-5 sm:px-6',
          !fullHeight && 'empty:hidden',
        )}
      >
        {children}
      </div>
      <Footer>{footer}</Footer>
    </Modal>
  )
}
