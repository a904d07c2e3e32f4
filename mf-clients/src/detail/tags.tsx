import type { Client } from '@portal/contract/clients'
import type { ClientsChange } from '@portal/contract/client-changes'
import { TAGS_PER_CLIENT } from '@portal/contract/limits'
import { toastProblem, toastUndo } from '@portal/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { TagMenu } from '../bulk/tag-menu.tsx'
import { TagChips } from '../list/tag-chips.tsx'
import { changeClient } from '../queries/change-client.ts'

type TagChange = Extract<ClientsChange, { tag: string }>

const reverse = ({ kind, tag }: TagChange): TagChange => ({ kind: kind === 'tag' ? 'untag' : 'tag', tag })

/** Shows the tags of a client, with a menu that adds and removes them. */
export function ClientTags({ client }: { client: Client & { tags: readonly string[] } }) {
  const cache = useQueryClient()
  const send = (change: TagChange) => changeClient(cache, client.id, change)
  const save = useMutation({
    mutationFn: send,
    onSuccess: (isChanged, change) => {
      if (!isChanged) return
      toastUndo(
        change.kind === 'tag' ? `Tag "${change.tag}" added` : `Tag "${change.tag}" removed`,
        () => send(reverse(change)),
        undefined,
        `tag ${client.id} ${change.tag}`,
      )
    },
    onError: (error) => toastProblem(error, 'Failed to change the tags'),
  })
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-1.5">
      <TagChips tags={client.tags} limit={TAGS_PER_CLIENT} />
      <TagMenu
        busy={save.isPending}
        onChoose={(change) => {
          if ('tag' in change) save.mutate(change)
        }}
      />
    </span>
  )
}
