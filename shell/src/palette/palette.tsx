import { cleanLine, isBlank } from '@portal/contract/text'
import { Button } from '@portal/kit/ui/button'
import { cx } from '@portal/kit/ui/class-names'
import { countOf } from '@portal/kit/ui/count'
import { Modal } from '@portal/kit/ui/modal'
import { Notice } from '@portal/kit/ui/notice'
import { Skeleton } from '@portal/kit/ui/states'
import { errorMessage } from '@portal/sdk'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { CommandBox, type CommandBoxProps } from './command-box.tsx'
import { type Entry, matchesWords } from './entries.ts'
import { useEntries } from './use-entries.ts'

export { recordVisits } from './recent.ts'
export { offeredBy } from './commands.ts'
export { recentQuery } from './queries.ts'

export interface PaletteProps {
  onClose: () => void
}

/** Renders the command palette: finds items, pages and commands, and opens them. */
export function Palette({ onClose }: PaletteProps) {
  const router = useRouter()
  const entries = useEntries()
  const [item, setItem] = useState<Entry>()
  const [last, setLast] = useState<Entry>()
  const pick = ({ href, run }: Entry): void => {
    onClose()
    if (run) run()
    else void router.navigate({ href })
  }
  const showActions = (entry: Entry): void => {
    setItem(entry)
    setLast(entry)
  }
  const back = (): void => setItem(undefined)
  return (
    <Modal
      aria-label="Command palette"
      // Escape leaves the actions of an item first.
      onDismiss={item ? back : onClose}
      onClick={(event) => {
        // A click on the backdrop has the dialog itself as its target.
        if (event.target === event.currentTarget) onClose()
      }}
      className={cx(
        'fixed inset-x-0 top-0 m-0 h-dvh max-h-none w-full max-w-none overflow-hidden bg-base-100 p-0',
        'open:flex flex-col text-base-content outline-none backdrop:bg-black/45',
        'sm:mx-auto sm:mt-[12dvh] sm:h-auto sm:max-h-[min(34rem,76dvh)] sm:max-w-xl',
        'sm:rounded-box sm:border sm:border-base-300 sm:shadow-2xl',
      )}
    >
      {item ? (
        <ItemActions key={item.key} item={item} onPick={pick} onBack={back} onClose={onClose} />
      ) : (
        <SearchEverything {...entries} initial={last?.key} onPick={pick} onActions={showActions} onClose={onClose} />
      )}
      <KeyHints isItem={item !== undefined} />
    </Modal>
  )
}

type SearchEverythingProps = ReturnType<typeof useEntries> &
  Pick<CommandBoxProps, 'initial' | 'onPick' | 'onActions' | 'onClose'>

/** Finds items, pages and commands. */
function SearchEverything({
  text,
  type,
  search,
  groups,
  isOffline,
  isLoading,
  error,
  retry,
  ...box
}: SearchEverythingProps) {
  const count = groups.reduce((sum, { entries }) => sum + entries.length, 0)
  return (
    <CommandBox
      {...box}
      label="Search clients, workforms, submissions, pages and commands"
      placeholder="Search or run a command…"
      text={text}
      onText={type}
      groups={groups}
      isUnsettled={search === '' && isLoading}
    >
      {isLoading ? <Loading rows={search === '' ? 1 : count > 0 ? 1 : 3} /> : null}
      {!isLoading && !error && count === 0 ? (
        <p className="px-4 py-8 text-center text-base-content/70 text-sm">
          {isOffline ? 'Nothing on this device matches.' : `Nothing found for “${search}”.`}
        </p>
      ) : null}
      {isOffline ? (
        <Notice tone="info" className="mx-4 mb-4">
          You are offline, so clients, workforms and submissions cannot be searched. Pages and recent items still work.
        </Notice>
      ) : null}
      {error ? (
        <Notice tone="error" className="mx-4 mb-4">
          <p>The search did not answer. {errorMessage(error)}</p>
          <Button size="sm" className="mt-2" onClick={retry}>
            Retry
          </Button>
        </Notice>
      ) : null}
      <p role="status" className="sr-only">
        {search === '' || isLoading ? '' : count === 0 ? 'Nothing found' : countOf(count, 'result')}
      </p>
    </CommandBox>
  )
}

function Loading({ rows }: { rows: number }) {
  return (
    <div aria-hidden className="grid gap-3 px-4 py-3">
      {Array.from({ length: rows }, (_, i) => (
        <div key={i} className="flex items-center gap-3">
          <Skeleton className="size-4" />
          <Skeleton className={cx('h-4', i % 2 ? 'w-2/5' : 'w-3/5')} />
        </div>
      ))}
    </div>
  )
}

interface ItemActionsProps extends Pick<CommandBoxProps, 'onPick' | 'onBack' | 'onClose'> {
  item: Entry
}

/** Lists what can be done with an item. */
function ItemActions({ item, ...box }: ItemActionsProps) {
  const [text, setText] = useState('')
  const entries = item.actions?.filter(({ label }) => isBlank(text) || matchesWords(cleanLine(text), label)) ?? []
  return (
    <CommandBox
      {...box}
      label={`Actions for ${item.label}`}
      placeholder="Choose an action…"
      text={text}
      onText={setText}
      groups={entries.length > 0 ? [{ title: item.label, entries }] : []}
    >
      <p
        role="status"
        className={entries.length > 0 ? 'sr-only' : 'px-4 py-8 text-center text-base-content/70 text-sm'}
      >
        {entries.length > 0 ? countOf(entries.length, 'action') : `No action matches “${text}”.`}
      </p>
    </CommandBox>
  )
}

/** Lists the keys and what they do. */
function KeyHints({ isItem }: { isItem: boolean }) {
  const keys = isItem
    ? [
        ['↵', 'Run'],
        ['←', 'Back'],
      ]
    : [
        ['↵', 'Open'],
        ['Tab', 'Actions'],
        ['Esc', 'Close'],
      ]
  return (
    <p className="flex shrink-0 gap-4 border-base-300 border-t px-4 py-2 text-base-content/70 text-xs max-sm:hidden">
      {keys.map(([key, action]) => (
        <span key={key}>
          <kbd className="kbd kbd-xs">{key}</kbd> {action}
        </span>
      ))}
    </p>
  )
}
