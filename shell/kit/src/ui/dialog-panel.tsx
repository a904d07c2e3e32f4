import { X } from 'lucide-react'
import { type ReactNode, type Ref, useId, useImperativeHandle } from 'react'
import { IconButton } from './button.tsx'
import { cx } from './class-names.tsx'
import { useModal, hideThenClose } from './modal.tsx'

const SIZES = { sm: 'sm:max-w-md', md: 'sm:max-w-lg', lg: 'sm:max-w-2xl', xl: 'sm:max-w-5xl' } as const

/** What can be done with the panel that is keepMounted. */
export interface DialogHandle {
  /** Has it painted under this title, which is all that a press must wait for; it is to be rendered open behind the paint. */
  show: (title: string) => void
}

export interface DialogPanelProps {
  /** Its content is mounted only while open, so that every opening starts afresh. */
  open: boolean
  /** Asked for by Esc or the close button; not called while busy. */
  onClose: () => void
  title: ReactNode
  description?: ReactNode
  children?: ReactNode
  /** Buttons, right-aligned; they stay in sight while the content scrolls. */
  footer?: ReactNode
  size?: keyof typeof SIZES | undefined
  /** Its content comes later: it is as high as it may be from the first, so that nothing that is there moves. */
  fullHeight?: boolean | undefined
  /** Its panel lies ready in the page while it is closed, out of sight of everybody. */
  keepMounted?: boolean | undefined
  handle?: Ref<DialogHandle> | undefined
  /** Nobody is asked when it is to close: it is out of sight at once. */
  closeInstantly?: boolean | undefined
  /** Work is under way: the dialog cannot be closed. */
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
      <IconButton label="Close" disabled={busy} onClick={onClose} className="-mr-2">
        <X className="size-4" aria-hidden />
      </IconButton>
    </header>
  )
}

const FRAME = cx(
  'fixed inset-0 z-50 m-auto flex max-h-dvh w-full max-w-none flex-col overflow-hidden bg-base-100 p-0 text-base-content outline-none',
  'max-sm:mb-0 max-sm:rounded-t-box sm:max-h-[calc(100dvh-4rem)] sm:w-[calc(100%-3rem)] sm:rounded-box',
  'border border-base-300 shadow-2xl backdrop:bg-black/45',
  // Where there is little height (large zoom, a phone on its side) head and foot would leave nothing for what is between: all of it scrolls.
  '[@media(height<30rem)]:block [@media(height<30rem)]:overflow-y-auto',
)

/** Makes the dialog modal while it is open; one that is keepMounted can be shown ahead of that. */
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

/** Out of sight and of everybody's way, and on a layer of its own: what is around it need not be painted again when it shows. */
const KEPT = { visibility: 'hidden', pointerEvents: 'none', willChange: 'transform' } as const

/** The native `<dialog>` in place, so it stays in the style scope of its remote. */
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
      // What is asked or told is read with the title: nobody would go and look for it.
      aria-describedby={description ? `${id}-description` : role === 'alertdialog' ? `${id}-body` : undefined}
      aria-busy={busy || undefined}
      tabIndex={-1}
      className={cx(FRAME, SIZES[size], fullHeight && 'max-sm:h-[90dvh] sm:h-[44rem]')}
      style={keepMounted && !open ? KEPT : undefined}
      onCancel={(event) => {
        event.preventDefault()
        // A file picker inside the dialog cancels too; its event bubbles.
        if (!busy && event.target === event.currentTarget) onClose()
      }}
      onClose={(event) => {
        if (event.target !== event.currentTarget || !open) return
        // The browser closes it by force on a second Esc: whether it goes is for the owner to say, who may ask first.
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
      {footer ? (
        <footer
          data-dialog-footer
          className="flex flex-col-reverse gap-2 border-base-300 border-t bg-base-200/50 px-5 py-3.5 sm:flex-row sm:justify-end sm:px-6"
        >
          {footer}
        </footer>
      ) : null}
    </dialog>
  )
}
