import type { ChatAbout, ChatAttachment, ChatMessage } from '@portal/contract/chat'
import { isEditable } from '@portal/contract/chat-rules'
import { formatSize } from '@portal/contract/files'
import type { Role } from '@portal/contract/statuses'
import { Ban, Bot, Check, CheckCheck, Download, FileText, Pencil, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { AttachedImage, isShownInline, type LoadPreview } from './attached-image.tsx'
import { IconButton } from '../../ui/button.tsx'
import { cx } from '../../ui/class-names.tsx'
import { LinkedText } from './linked-text.tsx'
import { MailDetails } from './mail-details.tsx'
import { dateAndTime, timeOfDay } from '../../ui/time.tsx'

/** A message of the conversation. The viewer's own message may be sending, waiting for the connection, or refused. */
export type ShownMessage = ChatMessage & {
  state?: 'sending' | 'waiting' | 'failed' | undefined
  problem?: string | undefined
}

export interface MessageActions {
  /** Sends a refused message again. */
  onResend?: ((message: ShownMessage) => void) | undefined
  /** Discards a refused or waiting message. */
  onDiscard?: ((message: ShownMessage) => void) | undefined
  onEdit?: ((message: ShownMessage) => void) | undefined
  onDelete?: ((message: ShownMessage) => void) | undefined
  onDownload?: ((file: ChatAttachment) => void) | undefined
  /** Fetches an image to show in its message; without it only the file name is shown. */
  onPreview?: LoadPreview | undefined
  /** Renders the section that a message is about, as a link. */
  renderAbout?: ((about: ChatAbout) => ReactNode) | undefined
  /** Renders an offer below a message. */
  renderOffer?: ((message: ShownMessage) => ReactNode) | undefined
}

/** How far the other participant is: up to which `seq` messages were delivered and read. */
export interface PeerMarks {
  delivered: number
  read: number
}

const LINK = 'cursor-pointer underline'

function Discard({ message, onDiscard }: { message: ShownMessage } & MessageActions) {
  if (!onDiscard) return null
  return (
    <button type="button" className={LINK} onClick={() => onDiscard(message)}>
      Discard
    </button>
  )
}

function Failed({ message, ...actions }: { message: ShownMessage } & MessageActions) {
  const { onResend } = actions
  return (
    <span role="alert" className="text-error">
      Failed to send message{message.problem ? `: ${message.problem}` : ''}{' '}
      {onResend ? (
        <button type="button" className={LINK} onClick={() => onResend(message)}>
          Retry
        </button>
      ) : null}{' '}
      <Discard message={message} {...actions} />
    </span>
  )
}

function Waiting({ message, ...actions }: { message: ShownMessage } & MessageActions) {
  return (
    <>
      {message.problem ?? 'Waiting for connection'} <Discard message={message} {...actions} />
    </>
  )
}

function Mark({ seq, marks }: { seq: number; marks: PeerMarks }) {
  const word = seq <= marks.read ? 'Read' : seq <= marks.delivered ? 'Delivered' : 'Sent'
  const Icon = word === 'Sent' ? Check : CheckCheck
  return (
    <span className={cx('inline-flex items-center gap-0.5', word === 'Read' && 'text-primary')}>
      <Icon className="size-3.5" aria-hidden /> {word}
    </span>
  )
}

interface FootProps extends MessageActions {
  message: ShownMessage
  own: boolean
  marks?: PeerMarks | undefined
  /** Current time, in ms since 1970. */
  now: number
}

function Foot({ message, own, marks, now, ...actions }: FootProps) {
  const { onEdit, onDelete } = actions
  if (message.state === 'failed') return <Failed message={message} {...actions} />
  if (message.state === 'waiting') return <Waiting message={message} {...actions} />
  if (message.state === 'sending') return <>Sending…</>
  const hidden = cx(
    'opacity-0 focus-visible:opacity-100 group-focus-within:opacity-100 group-hover:opacity-100',
    'pointer-coarse:opacity-100',
  )
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      <time dateTime={message.created_at} title={dateAndTime(message.created_at)}>
        {timeOfDay(message.created_at)}
      </time>
      {message.edited_at ? <span title={dateAndTime(message.edited_at)}>edited</span> : null}
      {own && marks && !message.deleted_at ? <Mark seq={message.seq} marks={marks} /> : null}
      {own && !message.deleted_at ? (
        // First, so that the time stays at the edge of the bubble while they are hidden.
        <span className={cx('-order-1 inline-flex', hidden)}>
          {onEdit && isEditable(message.created_at, now) ? (
            <IconButton
              label="Edit message"
              className="btn-xs"
              onClick={() => onEdit(message)}
              icon={<Pencil className="size-3.5" />}
            />
          ) : null}
          {onDelete ? (
            <IconButton
              label="Delete message"
              className="btn-xs"
              onClick={() => onDelete(message)}
              icon={<Trash2 className="size-3.5" />}
            />
          ) : null}
        </span>
      ) : null}
    </span>
  )
}

function File({ file, onDownload }: { file: ChatAttachment; onDownload: MessageActions['onDownload'] }) {
  return (
    <button
      type="button"
      onClick={() => onDownload?.(file)}
      className={cx(
        'flex w-full cursor-pointer items-center gap-2.5 rounded-field border border-base-300',
        'bg-base-100 px-3 py-2 text-left text-base-content text-sm hover:bg-base-200',
      )}
    >
      <FileText className="size-4 shrink-0 text-base-content/60" aria-hidden />
      <span className="min-w-0 flex-1">
        <span className="line-clamp-2 wrap-anywhere">{file.name}</span>
        <span className="block text-base-content/70 text-xs tabular-nums">{formatSize(file.size)}</span>
      </span>
      <Download className="size-4 shrink-0 text-base-content/60" aria-hidden />
      <span className="sr-only">Download</span>
    </button>
  )
}

function Attached({ file, onDownload, onPreview }: { file: ChatAttachment } & MessageActions) {
  const named = <File file={file} onDownload={onDownload} />
  if (!onPreview || !isShownInline(file)) return named
  return (
    <AttachedImage file={file} load={onPreview} onDownload={onDownload && (() => onDownload(file))} fallback={named} />
  )
}

function Text({ message, own }: { message: ShownMessage; own: boolean }) {
  if (message.deleted_at) {
    return (
      <p
        className={cx(
          'flex items-center gap-2 rounded-2xl border border-base-300 border-dashed px-3.5 py-2',
          'text-base-content/70 text-sm italic',
        )}
      >
        <Ban className="size-3.5 shrink-0" aria-hidden /> Message deleted
      </p>
    )
  }
  if (message.message === '') return null
  return (
    <p
      className={cx(
        'max-w-full whitespace-pre-wrap rounded-2xl px-3.5 py-2 text-sm leading-relaxed',
        'wrap-anywhere forced-colors:border',
        own ? 'rounded-br-md bg-primary text-primary-content' : 'rounded-bl-md bg-base-200',
        message.sender === 'system' && 'border border-base-300 bg-base-100',
        (message.state === 'sending' || message.state === 'waiting') && 'opacity-70',
      )}
    >
      <LinkedText text={message.message} />
    </p>
  )
}

/** Renders a message: its section, text, files and time. */
export function MessageBubble({ message, viewer, marks, now, ...actions }: Omit<FootProps, 'own'> & { viewer: Role }) {
  const own = message.sender === viewer
  return (
    <li
      // Only messages of the other participant count as seen.
      data-seq={own ? undefined : message.seq}
      className={cx(
        'group flex max-w-[min(85%,36rem)] flex-col gap-1',
        own ? 'items-end self-end' : 'items-start self-start',
      )}
    >
      {message.sender === 'system' ? (
        <span className="inline-flex items-center gap-1.5 text-base-content/70 text-xs">
          <Bot className="size-3.5" aria-hidden /> Assistant
        </span>
      ) : (
        <span className="sr-only">{own ? 'You' : viewer === 'client' ? 'Your Bookkeeper' : 'Client'}:</span>
      )}
      {message.about ? actions.renderAbout?.(message.about) : null}
      <Text message={message} own={own} />
      {message.attachments.length > 0 ? (
        <ul className="grid w-64 max-w-full gap-1">
          {message.attachments.map((file) => (
            <li key={file.id}>
              <Attached file={file} {...actions} />
            </li>
          ))}
        </ul>
      ) : null}
      <MailDetails message={message} />
      {actions.renderOffer?.(message)}
      <span className="min-h-5 px-1 text-base-content/70 text-xs tabular-nums">
        <Foot message={message} own={own} marks={marks} now={now} {...actions} />
      </span>
    </li>
  )
}
