import { toastFormProblem } from '@portal/kit/ui/form-problem'
import { toastError } from '@portal/sdk'
import { useMemo, useState } from 'react'
import { saveText } from '../queries/save-text.ts'
import { mappingProblem } from './columns.ts'
import { checkRows, notImportedCsv } from './check-rows.ts'
import { DEFAULT_SETTINGS, type ImportSettings } from './options.tsx'
import { type OpenFile, useFile } from './use-file.ts'
import { type RunState, useRun } from './use-run.ts'
import { useTakenEmails } from './use-taken-emails.ts'

const STOPPED = 'Not sent: the import was stopped.'

/** Checks the rows of the file, including their email addresses on the server. */
function useCheckedRows(file: OpenFile | undefined, enabled: boolean) {
  const check = useTakenEmails(file?.rows ?? [], file?.mapping.email, enabled)
  const rows = useMemo(
    () => (file && enabled ? checkRows(file.rows, file.mapping, file.headings.length, check.taken) : []),
    [file, enabled, check.taken],
  )
  const validRows = useMemo(() => rows.filter((r) => r.problems.length === 0), [rows])
  return { ...check, rows, validRows }
}

/** Returns the rows that were not imported with the reason, in the order of the file. */
function rowsNotImported(rows: ReturnType<typeof checkRows>, run: RunState | undefined) {
  const reasons = new Map(
    run?.rows.map((r, i) => [r.row.line, run.reasons.length > i ? run.reasons[i] : STOPPED] as const),
  )
  return rows.flatMap(({ row, problems }) => {
    const reason = problems.length > 0 ? problems.join(' ') : (reasons.get(row.line) ?? undefined)
    return reason === undefined ? [] : [{ row, reason }]
  })
}

/** Reads the chosen file. Calls `onRead` if it can be used. */
function useReading(open: (file: File) => Promise<boolean>, onRead: () => void) {
  const [reading, setReading] = useState(false)
  const read = async (chosen: File): Promise<void> => {
    setReading(true)
    try {
      if (await open(chosen)) onRead()
    } catch {
      toastError('The file could not be read', 'Please choose it again.')
    } finally {
      setReading(false)
    }
  }
  return { reading, openFile: (chosen: File) => void read(chosen) }
}

/** Holds the state of the import dialog. */
export function useImport() {
  const files = useFile()
  const running = useRun()
  const { file } = files
  const [at, setAt] = useState(0)
  const [marked, setMarked] = useState(false)
  const [settings, setSettings] = useState(DEFAULT_SETTINGS)
  const checked = useCheckedRows(file, at === 2)
  // The rows as checked at the start: afterwards the new clients would count as existing.
  const [frozen, setFrozen] = useState<ReturnType<typeof checkRows>>()
  const notImported = useMemo(
    () => rowsNotImported(frozen ?? checked.rows, running.state),
    [frozen, checked.rows, running.state],
  )
  const problem = file && (file.refusal ?? mappingProblem(file.mapping))
  const go = (step: number): void => {
    setAt(step)
    setMarked(false)
  }
  const { reading, openFile } = useReading(files.open, () => go(1))
  const start = (): void => {
    if (settings.workform && !settings.dueDate) {
      setMarked(true)
      toastFormProblem('Please choose a due date')
      return
    }
    toastFormProblem()
    setFrozen(checked.rows)
    const { invite, workform, dueDate } = settings
    running.start(checked.validRows, {
      invite,
      assignment: workform ? { workform_id: workform.id, due_date: dueDate } : undefined,
      sections: workform?.section_count ?? 0,
    })
  }
  return {
    ...files,
    step: running.state ? 3 : at,
    reading,
    openFile,
    columnsProblem: problem,
    marked,
    next: (): void => (problem ? setMarked(true) : go(2)),
    back: (): void => go(at - 1),
    rows: checked.rows,
    validRows: checked.validRows,
    checking: checked.checking,
    checkError: checked.known ? undefined : checked.error,
    checkAgain: checked.retry,
    ready: checked.known && !checked.checking,
    settings,
    changeSettings: (change: Partial<ImportSettings>) => setSettings((now) => ({ ...now, ...change })),
    start,
    run: running.state,
    stop: running.stop,
    resume: running.resume,
    notImported,
    download: () =>
      saveText(notImportedCsv(file?.headings ?? [], notImported, file?.mapping.phone), 'clients-not-imported.csv'),
  }
}
export type ImportWork = ReturnType<typeof useImport>
