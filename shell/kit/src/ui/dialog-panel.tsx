import { X } from 'lucide-react'
import { type ReactNode, type Ref, useId, useImperativeHandle } from 'react'
import { IconButton } from './button.tsx'
import { cx } from './class-names.tsx'
import { useModal, hideThenClose } from './modal.tsx'

const SIZES = { sm: 'sm:max-w-md', md: 'sm:max-w-lg', lg: 'sm:max-w-2xl', xl: 'sm:max-w-5xl' } as const

/** Opens a dialog that is kept mounted. */
export interface DialogHandle {
  /** Shows the panel with this title right away; the caller renders it open after the paint. */
  show: (title: string) => void
}

export interface DialogPanelProps {
  /** Whether the dialog is open. Its content is mounted only while open, so that every opening starts fresh. */
  open: boolean
  /** Called on Escape or the close button; not called while busy. */
  onClose: () => void
  title: ReactNode
  description?: ReactNode
  children?: ReactNode
  /** Right-aligned buttons that stay visible while the content scrolls. */
  footer?: ReactNode
  size?: keyof typeof SIZES | undefined
  /** Uses the maximum height from the start, so that content that loads later moves nothing. */
  fullHeight?: boolean | undefined
  /** Keeps the panel in the page while closed, hidden from everyone. */
  keepMounted?: boolean | undefined
  handle?: Ref<DialogHandle> | undefined
  /** Hides the dialog as soon as it is asked to close; for dialogs that never ask for confirmation. */
  closeInstantly?: boolean | undefined
  /** Prevents closing while work is in progress. */
  busy?: boolean | undefined
  role?: 'dialog' | 'alertdialog' | undefined
}

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
        <h2 id={`${id}-title`} className="wrap-anywhere font-semibold text-lg leading-snug">
          {title}
        </h2>
        {description ? (
          <div id={`${id}-description`} className="mt-1 text-base-content/70 text-sm">
            {description}
          </div>
        ) : null}
      </div>
      <IconButton label="Close" disabled={busy} onClick={onClose} className="-mr-2" icon={<X />} />
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
  'fixed inset-0 z-50 m-auto flex max-h-dvh w-full max-w-none flex-col overflow-hidden',
  'bg-base-100 p-0 text-base-content outline-none',
  'max-sm:mb-0 max-sm:rounded-t-box sm:max-h-[calc(100dvh-4rem)] sm:w-[calc(100%-3rem)] sm:rounded-box',
  'border border-base-300 shadow-2xl backdrop:bg-black/45',
  // With little height (large zoom, a phone in landscape) header and footer would leave no room: everything scrolls.
  '[@media(height<30rem)]:block [@media(height<30rem)]:overflow-y-auto',
)

/** Makes the dialog modal while it is open. With `handle`, the caller can show it before that. */
function useHandledModal(open: boolean, handle: DialogPanelProps['handle']) {
  const { ref, show } = useModal(open)
  useImperativeHandle(
    handle,
    () => ({
      show: (title) => {
        const heading = ref.current?.querySelector('h2')
        if (heading) heading.textContent = title
        show()
      },
    }),
    [ref, show],
  )
  return ref
}

/** Hidden and inert, on its own layer: showing it does not repaint the page around it. */
const HIDDEN = { visibility: 'hidden', pointerEvents: 'none', willChange: 'transform' } as const

/** Renders a native `<dialog>` in place, so that it stays in the style scope of its remote. */
export function DialogPanel({
  open,
  title,
  description,
  children,
  footer,
  size = 'md',
  fullHeight = false,
  keepMounted = false,
  handle,
  closeInstantly = false,
  busy = false,
  ...rest
}: DialogPanelProps) {
  const { role } = rest
  const ref = useHandledModal(open, handle)
  const id = useId()
  const onClose = closeInstantly ? () => hideThenClose(ref.current, rest.onClose) : rest.onClose
  return (
    <dialog
      ref={ref}
      role={role}
      aria-labelledby={`${id}-title`}
      // An alert's message is read with its title: users would not look for it.
      aria-describedby={description ? `${id}-description` : role === 'alertdialog' ? `${id}-body` : undefined}
      aria-busy={busy || undefined}
      tabIndex={-1}
      className={cx(PANEL, SIZES[size], fullHeight && 'max-sm:h-[90dvh] sm:h-[44rem]')}
      style={keepMounted && !open ? HIDDEN : undefined}
      onCancel={(event) => {
        event.preventDefault()
        // A file picker inside the dialog fires `cancel` too, and its event bubbles.
        if (!busy && event.target === event.currentTarget) onClose()
      }}
      onClose={(event) => {
        if (event.target !== event.currentTarget || !open) return
        // The browser force-closes on a second Escape. The owner decides whether the dialog closes and may ask first.
        if (!event.currentTarget.open) event.currentTarget.showModal()
        if (!busy) onClose()
      }}
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
        {open ? children : null}
      </div>
      <Footer>{footer}</Footer>
    </dialog>
  )
}
