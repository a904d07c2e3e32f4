import type { z } from 'zod'
import type { Env } from '../../../env.ts'
import { log } from '../../../platform/log.ts'
import { type Model, modelOf, type Question } from './model.ts'

const TIMEOUT_MS = 8000
// After this many failures in a row, the model is not asked for this time.
const FAILURES = 3
const REST_MS = 5 * 60_000

/** The result of a question, for the log. */
type Outcome = 'used' | 'resting' | 'late' | 'failed' | 'unreadable' | `refused: ${string}`

// Per isolate and model, so that a model that is down does not delay every follow-up.
const failures = new Map<string, { count: number; until: number }>()

function restsUntil(model: Model): number {
  return failures.get(model.id)?.until ?? 0
}
function failedNow(model: Model): void {
  const count = (failures.get(model.id)?.count ?? 0) + 1
  failures.set(model.id, { count, until: count >= FAILURES ? Date.now() + REST_MS : 0 })
}

/** Rejects when the signal is aborted, even if the work ignores the signal. */
const abortable = <T>(work: Promise<T>, signal: AbortSignal): Promise<T> =>
  new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('late')), { once: true })
    work.then(resolve, reject)
  })

/** Extracts the JSON object from an answer, which can also contain reasoning and code fences. */
function parseAnswer(answer: string): unknown {
  const result = answer.slice(answer.lastIndexOf('</think>') + 1)
  return JSON.parse(result.slice(result.indexOf('{'), result.lastIndexOf('}') + 1))
}

function configured(env: Env): Model | null {
  try {
    return modelOf(env)
  } catch {
    return null
  }
}

/** Options of a question. */
export interface AskOptions {
  /** Timeout in milliseconds. */
  waitMs?: number
}

/**
 * Asks the configured model. Returns null when there is no model, it fails, or its answer has the wrong format
 * or does not pass the check. Never throws.
 * @param check returns why an answer is refused, without quoting it, or null
 */
export async function askModel<T>(
  env: Env,
  question: Question,
  form: z.ZodType<T>,
  check: (answer: T) => string | null,
  { waitMs = TIMEOUT_MS }: AskOptions = {},
): Promise<T | null> {
  const started = Date.now()
  const report = (outcome: Outcome): null => {
    log('agent.model', { task: question.name, outcome, ms: Date.now() - started })
    return null
  }
  const model = configured(env)
  if (!model) return null
  if (restsUntil(model) > started) return report('resting')
  const signal = AbortSignal.timeout(waitMs)
  let answer: string
  try {
    answer = await abortable(model.ask(question, signal), signal)
    failures.delete(model.id)
  } catch {
    failedNow(model)
    return report(signal.aborted ? 'late' : 'failed')
  }
  try {
    const parsed = form.parse(parseAnswer(answer))
    const wrong = check(parsed)
    if (wrong) return report(`refused: ${wrong}`)
    report('used')
    return parsed
  } catch {
    return report('unreadable')
  }
}
