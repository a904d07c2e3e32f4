import type { z } from 'zod'
import type { Env } from '../../env.ts'
import { log } from '../../log.ts'
import { type Model, modelOf, type Question } from './model.ts'

/** How long an answer may take, in milliseconds. */
const WAIT_MS = 8000
/** Failures in a row after which a model is left alone, and for how long, in milliseconds. */
const FAILURES = 3
const REST_MS = 5 * 60_000

/** What came of a question. */
type Outcome = 'used' | 'resting' | 'late' | 'failed' | 'unreadable' | `refused: ${string}`

// Per isolate and model: one that is down shall not cost each follow-up its time.
const failures = new Map<string, { count: number; until: number }>()

function restsUntil(model: Model): number {
  return failures.get(model.id)?.until ?? 0
}
function failedNow(model: Model): void {
  const count = (failures.get(model.id)?.count ?? 0) + 1
  failures.set(model.id, { count, until: count >= FAILURES ? Date.now() + REST_MS : 0 })
}

/** Rejects when the signal says so, even where what is waited for knows of no signals. */
const inTime = <T>(work: Promise<T>, signal: AbortSignal): Promise<T> =>
  new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('late')), { once: true })
    work.then(resolve, reject)
  })

/** The JSON object in an answer: models like to think aloud before it, or to put it between fences. */
function objectIn(answer: string): unknown {
  const said = answer.slice(answer.lastIndexOf('</think>') + 1)
  return JSON.parse(said.slice(said.indexOf('{'), said.lastIndexOf('}') + 1))
}

function configured(env: Env): Model | null {
  try {
    return modelOf(env)
  } catch {
    return null
  }
}

/** Limits of a question, other than the usual ones. */
export interface AskOptions {
  /** Most milliseconds that an answer may take. */
  waitMs?: number
}

/**
 * Asks the configured model. Its answer is used only if it has the form and passes the check; else, and where there is no model or none
 * that works, the caller does without. Never throws.
 * @param check says what is wrong with an answer, in a word that holds nothing of it, or null
 */
export async function askModel<T>(
  env: Env,
  question: Question,
  form: z.ZodType<T>,
  check: (answer: T) => string | null,
  { waitMs = WAIT_MS }: AskOptions = {},
): Promise<T | null> {
  const started = Date.now()
  const tell = (outcome: Outcome): null => {
    log('agent.model', { task: question.name, outcome, ms: Date.now() - started })
    return null
  }
  const model = configured(env)
  if (!model) return null
  if (restsUntil(model) > started) return tell('resting')
  const signal = AbortSignal.timeout(waitMs)
  let answer: string
  try {
    answer = await inTime(model.ask(question, signal), signal)
    failures.delete(model.id)
  } catch {
    failedNow(model)
    return tell(signal.aborted ? 'late' : 'failed')
  }
  try {
    const parsed = form.parse(objectIn(answer))
    const wrong = check(parsed)
    if (wrong) return tell(`refused: ${wrong}`)
    tell('used')
    return parsed
  } catch {
    return tell('unreadable')
  }
}
