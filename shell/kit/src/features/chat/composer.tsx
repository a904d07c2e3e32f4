import { isBlank } from '@portal/contract/text'
import type { ChatAbout } from '@portal/contract/chat'
import { allSpellings, CHAT_FILE_EXTENSIONS } from '@portal/contract/files'
import { MESSAGE_FILES_MAX, MESSAGE_MAX } from '@portal/contract/limits'
import { Paperclip, Pencil, SendHorizontal, X } from 'lucide-react'
import { type KeyboardEvent, useLayoutEffect, useRef } from 'react'
import { AboutPicker, aboutText } from './about-picker.tsx'
import { IconButton } from '../../ui/button.tsx'
import { ChosenFiles, type ChosenFile } from './chosen-files.tsx'
import { cx } from '../../ui/class-names.tsx'
import { CONTROL } from '../../ui/field-layout.tsx'

export interface ComposerProps {
  text: string
  onText: (text: string) => void
  /** Sends the message; not called for blank text. */
  onSend: () => void
  disabled?: boolean | undefined
  /** A sent message is being edited. */
  editing?: boolean | undefined
  onCancelEdit?: (() => void) | undefined
  files?: readonly ChosenFile[] | undefined
  onFiles?: ((files: File[]) => void) | undefined
  onRemoveFile?: ((key: string) => void) | undefined
  onRetryFile?: ((key: string) => void) | undefined
  about?: ChatAbout | null | undefined
  onAbout?: ((about: ChatAbout | null) => void) | undefined
  /** Loads the sections that a message can be about. */
  loadSections?: (() => Promise<ChatAbout[]>) | undefined
}

function Tools({ files = [], onFiles, about, onAbout, loadSections, editing, disabled }: ComposerProps) {
  const input = useRef<HTMLInputElement>(null)
  if (editing) return null
  return (
    <>
      {onFiles ? (
        <>
          <IconButton
            label="Attach files"
            size="md"
            disabled={disabled || files.length >= MESSAGE_FILES_MAX}
            onClick={() => input.current?.click()}
            icon={<Paperclip />}
          />
          <input
            ref={input}
            type="file"
            multiple
            aria-label="Files to attach"
            tabIndex={-1}
            className="sr-only"
            accept={allSpellings(CHAT_FILE_EXTENSIONS).join()}
            onChange={(event) => {
              onFiles([...(event.target.files ?? [])])
              // Allow choosing the same file again after it was removed.
              event.target.value = ''
            }}
          />
        </>
      ) : null}
      {loadSections && onAbout ? (
        <AboutPicker chosen={about ?? null} load={loadSections} onChoose={onAbout} disabled={disabled} />
      ) : null}
    </>
  )
}

function Notes({ editing, onCancelEdit, about, onAbout, files = [], onRemoveFile, onRetryFile }: ComposerProps) {
  if (editing) {
    return (
      <p className="mb-2 flex items-center gap-2 text-sm">
        <Pencil className="size-4 text-primary" aria-hidden /> Editing message
        <IconButton label="Cancel editing" className="ml-auto" onClick={onCancelEdit} icon={<X />} />
      </p>
    )
  }
  return (
    <>
      {about ? (
        <p className="mb-2 flex items-center gap-2 text-sm">
          <span className="min-w-0 truncate rounded-full bg-primary/10 px-3 py-1 text-primary" title={aboutText(about)}>
            {aboutText(about)}
          </span>
          <IconButton label="Remove the section" onClick={() => onAbout?.(null)} icon={<X />} />
        </p>
      ) : null}
      <ChosenFiles files={files} onRemove={onRemoveFile} onRetry={onRetryFile} />
    </>
  )
}

/** Number of characters that fit beside the buttons on a phone. */
const SHORT = 16
const TEXT = cx(
  'textarea field-sizing-content max-h-40 min-h-10 min-w-0',
  'flex-1 resize-none py-2 leading-normal placeholder:whitespace-nowrap',
  CONTROL,
)

/** Renders the message input: Enter sends, Shift + Enter starts a new line. */
export function Composer(props: ComposerProps) {
  const { text, onText, onSend, disabled, editing, onCancelEdit, files = [], onFiles } = props
  const box = useRef<HTMLTextAreaElement>(null)
  const wasEditing = useRef(false)
  // The focus returns to the text when editing starts or ends.
  useLayoutEffect(() => {
    if (editing || wasEditing.current) box.current?.focus()
    wasEditing.current = editing === true
  }, [editing])
  const ready = !isBlank(text) || (!editing && files.some((f) => f.state === 'done'))
  const waiting = files.some((f) => f.state === 'uploading' || f.state === 'offline')
  const send = (): void => {
    if (ready && !disabled && !waiting) onSend()
  }
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && editing) onCancelEdit?.()
    // During composition (Japanese, Chinese) Enter belongs to the input method.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    send()
  }
  return (
    <form
      className="border-base-300 border-t p-3 sm:px-5"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <Notes {...props} />
      <div className="flex flex-wrap items-end gap-1.5">
        <Tools {...props} />
        <textarea
          ref={box}
          rows={1}
          value={text}
          maxLength={MESSAGE_MAX}
          aria-label="Message"
          placeholder="Write a message..."
          disabled={disabled}
          onChange={(event) => onText(event.target.value)}
          onKeyDown={press}
          onPaste={(event) => {
            if (!onFiles || editing || event.clipboardData.files.length === 0) return
            event.preventDefault()
            onFiles([...event.clipboardData.files])
          }}
          // On a phone, a longer text gets a line of its own.
          className={cx(TEXT, text.length > SHORT && 'max-sm:order-first max-sm:basis-full')}
        />
        <button
          type="submit"
          className="btn btn-primary btn-square ml-auto"
          aria-label={editing ? 'Save message' : 'Send message'}
          // Keep the focus in the text: on a phone the keyboard would close and the page jump.
          onMouseDown={(event) => event.preventDefault()}
          disabled={disabled || !ready || waiting}
        >
          <SendHorizontal className="size-4" aria-hidden />
        </button>
      </div>
    </form>
  )
}
