import { MAIL_KIND_TEXTS, type MailKindText } from '@portal/contract/mail-kinds'
import type { Role } from '@portal/contract/statuses'
import { Switch } from '@portal/kit/ui/switch'
import { invalidateSoon, toastProblem, useRefetchOn } from '@portal/sdk'
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'

/** A kind of news, and whether it is sent. */
interface KindSetting<K extends string> {
  kind: K
  on: boolean
}

export interface KindSwitchesProps<K extends string> {
  /** Accessible name of the list. */
  label: string
  viewer: Role
  items: readonly KindSetting<K>[]
  /** Key of the query whose `items` are shown. */
  queryKey: QueryKey
  save: (setting: KindSetting<K>) => Promise<unknown>
}

/** Returns an optimistic change of a kind that is rolled back if it fails. */
function useChange<K extends string>({ queryKey, save }: Pick<KindSwitchesProps<K>, 'queryKey' | 'save'>) {
  const client = useQueryClient()
  useRefetchOn(['account.changed'], queryKey)
  const set = ({ kind, on }: KindSetting<K>): void => {
    client.setQueryData<{ items: readonly KindSetting<K>[] }>(
      queryKey,
      (old) => old && { ...old, items: old.items.map((item) => (item.kind === kind ? { kind, on } : item)) },
    )
  }
  return useMutation({
    mutationFn: save,
    onMutate: async (setting) => {
      await client.cancelQueries({ queryKey })
      set(setting)
    },
    onError: (error, { kind, on }) => {
      set({ kind, on: !on })
      toastProblem(error)
    },
    onSettled: () => invalidateSoon(queryKey, client),
  })
}

/** Renders a switch for each kind of news. */
export function KindSwitches<K extends string>({ label, viewer, items, ...settings }: KindSwitchesProps<K>) {
  const change = useChange(settings)
  const texts: Readonly<Record<string, MailKindText>> = MAIL_KIND_TEXTS[viewer]
  return (
    <ul className="divide-y divide-base-300" aria-label={label}>
      {items.map(({ kind, on }) => (
        <li key={kind} className="px-5 py-4">
          <Switch
            label={texts[kind]?.label ?? kind}
            help={texts[kind]?.help}
            checked={on}
            onChange={(next) => change.mutate({ kind, on: next })}
          />
        </li>
      ))}
    </ul>
  )
}
