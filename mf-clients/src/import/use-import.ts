import { toastError } from '@portal/sdk'
import { useMemo, useState } from 'react'
import { saveText } from '../queries/save-text.ts'
import { mappingProblem } from './columns.ts'
import { judgeRows, leftOutCsv } from './judge.ts'
import { NO_WISHES, type Wishes } from './options.tsx'
import { type OpenFile, useFile } from './use-file.ts'
import { type RunState, useRun } from './use-run.ts'
import { useTaken } from './use-taken.ts'

const STOPPED = 'Not sent: the import was stopped.'

/** The rows of the file as clients, with what the server knows of their addresses. */
function useJudged(file: OpenFile | undefined, asked: boolean) {
  const check = useTaken(file?.rows ?? [], file?.mapping.email, asked)
  const rows = useMemo(
    () => (file && asked ? judgeRows(file.rows, file.mapping, file.headings.length, check.taken) : []),
    [file, asked, check.taken],
  )
  const good = useMemo(() => rows.filter((r) => r.problems.length === 0), [rows])
  return { ...check, rows, good }
}

/** Every row that became no client, with the reason, in the order of the file. */
function leftOut(rows: ReturnType<typeof judgeRows>, run: RunState | undefined) {
  const reasons = new Map(
    run?.rows.map((r, i) => [r.row.line, run.reasons.length > i ? run.reasons[i] : STOPPED] as const),
  )
  return rows.flatMap(({ row, problems }) => {
    const reason = problems.length > 0 ? problems.join(' ') : (reasons.get(row.line) ?? undefined)
    return reason === undefined ? [] : [{ row, reason }]
  })
}

/** Reads the file that was chosen; `onRead` where it can be used. */
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

/** What the import dialog holds and does. */
export function useImport() {
  const files = useFile()
  const running = useRun()
  const { file } = files
  const [at, setAt] = useState(0)
  const [marked, setMarked] = useState(false)
  const [wishes, setWishes] = useState(NO_WISHES)
  const judged = useJudged(file, at === 2)
  // What was judged when the import began stays: the new clients would show as known otherwise.
  const [frozen, setFrozen] = useState<ReturnType<typeof judgeRows>>()
  const left = useMemo(() => leftOut(frozen ?? judged.rows, running.state), [frozen, judged.rows, running.state])
  const problem = file ? mappingProblem(file.mapping) : undefined
  const go = (step: number): void => {
    setAt(step)
    setMarked(false)
  }
  const { reading, openFile } = useReading(files.open, () => go(1))
  const start = (): void => {
    if (wishes.workformId && !wishes.dueDate) {
      setMarked(true)
      toastError('Please choose a due date')
      return
    }
    setFrozen(judged.rows)
    const { invite, workformId, dueDate } = wishes
    running.start(judged.good, {
      invite,
      assignment: workformId ? { workform_id: workformId, due_date: dueDate } : undefined,
    })
  }
  return {
    ...files,
    step: running.state ? 3 : at,
    reading,
    openFile,
    mappingProblem: problem,
    marked,
    next: (): void => (problem ? setMarked(true) : go(2)),
    back: (): void => go(at - 1),
    rows: judged.rows,
    good: judged.good,
    checking: judged.checking,
    checkError: judged.known ? undefined : judged.error,
    checkAgain: judged.retry,
    ready: judged.known && !judged.checking,
    wishes,
    wish: (change: Partial<Wishes>) => setWishes((now) => ({ ...now, ...change })),
    start,
    run: running.state,
    stop: running.stop,
    resume: running.resume,
    left,
    download: () => saveText(leftOutCsv(file?.headings ?? [], left), 'clients-not-imported.csv'),
  }
}
export type ImportWork = ReturnType<typeof useImport>
