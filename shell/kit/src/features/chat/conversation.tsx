import { cleanText } from '@portal/contract/text'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { Avatar } from '../../ui/avatar.tsx'
import { cx } from '../../ui/class-names.tsx'
import { Composer, type ComposerProps } from './composer.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import type { ShownMessage } from './message-bubble.tsx'
import { MessageLog, type MessageLogProps } from './message-log.tsx'

export interface ConversationProps extends Omit<MessageLogProps, 'onDelete' | 'onEdit'> {
  /** Name of the other participant. */
  title: string
  /** Whether they are online or typing. */
  subtitle?: string | undefined
  /** Shown before the title: the back button on a phone. */
  lead?: ReactNode
  composer: Omit<ComposerProps, 'editing' | 'onCancelEdit'>
  /** Edits one of the user's own messages. */
  onEdit?: ((message: ShownMessage, text: string) => void) | undefined
  onDelete?: ((message: ShownMessage) => void) | undefined
  className?: string | undefined
}

/** Returns the composer's props: while a message is edited they hold its text; afterwards the draft is back. */
function useEditing({ composer, onEdit }: Pick<ConversationProps, 'composer' | 'onEdit'>) {
  const [edit, setEdit] = useState<{ message: ShownMessage; text: string }>()
  const props: ComposerProps = edit
    ? {
        ...composer,
        text: edit.text,
        onText: (text) => setEdit({ ...edit, text }),
        onSend: () => {
          onEdit?.(edit.message, cleanText(edit.text))
          setEdit(undefined)
        },
        editing: true,
        onCancelEdit: () => setEdit(undefined),
      }
    : composer
  const begin = onEdit ? (message: ShownMessage): void => setEdit({ message, text: message.message }) : undefined
  return { props, begin }
}

/** Renders a conversation: header, messages by day, composer. */
export function Conversation({
  title,
  subtitle,
  lead,
  className,
  composer,
  onEdit,
  onDelete,
  ...log
}: ConversationProps) {
  const { props, begin } = useEditing({ composer, onEdit })
  const [deleting, setDeleting] = useState<ShownMessage>()
  return (
    <section aria-label={`Conversation with ${title}`} className={cx('flex min-h-0 flex-col', className)}>
      <header className="flex items-center gap-3 border-base-300 border-b px-4 py-3 sm:px-5">
        {lead}
        <Avatar name={title} />
        {/* Keeps its height, so that the messages do not move when the status comes and goes. */}
        <div className="flex h-9 min-w-0 flex-col justify-center">
          <h2 className="truncate font-semibold text-sm" title={title}>
            {title}
          </h2>
          <p role="status" className="truncate text-base-content/70 text-xs">
            {subtitle}
          </p>
        </div>
      </header>
      <MessageLog {...log} onEdit={begin} onDelete={onDelete ? setDeleting : undefined} />
      <Composer {...props} />
      <ConfirmDialog
        open={deleting !== undefined}
        onClose={() => setDeleting(undefined)}
        onConfirm={() => {
          if (deleting) onDelete?.(deleting)
          setDeleting(undefined)
        }}
        title="Delete message"
        message="The message and its files are deleted for both of you. A note stays in its place."
        confirmLabel="Delete"
        danger
      />
    </section>
  )
}
