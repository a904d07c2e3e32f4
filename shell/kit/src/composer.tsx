import { MESSAGE_MAX } from '@portal/contract/limits'
import { SendHorizontal } from 'lucide-react'
import { useState } from 'react'
import { CONTROL } from './field-frame.tsx'

export interface ComposerProps {
  /** Called with the trimmed text; the box empties at once. */
  onSend: (text: string) => void
  disabled?: boolean | undefined
}

/** Writes a message: Enter sends, Shift + Enter begins a new line. */
export function Composer({ onSend, disabled }: ComposerProps) {
  const [text, setText] = useState('')
  const send = (): void => {
    const message = text.trim()
    if (message === '' || disabled) return
    onSend(message)
    setText('')
  }
  return (
    <form
      className="flex items-end gap-2 border-base-300 border-t p-3 sm:px-5"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <textarea
        rows={1}
        value={text}
        maxLength={MESSAGE_MAX}
        aria-label="Message"
        placeholder="Write a message..."
        disabled={disabled}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          // While a word is being composed (Japanese, Chinese) Enter belongs to the input method.
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
          event.preventDefault()
          send()
        }}
        className={`textarea field-sizing-content max-h-40 min-h-10 resize-none py-2 leading-normal placeholder:text-base-content/70 ${CONTROL}`}
      />
      <button type="submit" className="btn btn-primary btn-square" aria-label="Send message" disabled={disabled || text.trim() === ''}>
        <SendHorizontal className="size-4" aria-hidden />
      </button>
    </form>
  )
}
