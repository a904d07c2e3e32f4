import * as z from 'zod'
import { RemoteName, Semver } from './remotes.ts'

/**
 * Schemas of page metrics and errors that browsers report, by version of the shell or remote. Reports contain
 * nothing about the person, the address of the page or its content.
 */

export const METRICS = ['LCP', 'INP', 'CLS', 'FCP', 'TTFB'] as const
/** Maximum size of a report, in bytes. */
export const VITALS_BYTES = 8 * 1024

/**
 * Upper bounds of the histogram bins, in milliseconds, or thousandths for CLS. Larger values have a bin of
 * their own.
 */
export const METRIC_BINS = [
  5, 10, 20, 50, 75, 100, 150, 200, 250, 300, 400, 500, 600, 800, 1000, 1200, 1500, 1800, 2000, 2500, 3000, 4000, 5000,
  6000, 8000, 10_000, 15_000, 30_000,
] as const

/** How a remote can fail while a person uses it. */
export const FAILURES = ['failed_load', 'hang', 'render_error', 'slow_interaction', 'failed_calls'] as const
export type Failure = (typeof FAILURES)[number]
/** A page load counts once for a remote that it shows (`view`), and once for each kind of failure. */
export const OUTCOMES = ['view', ...FAILURES] as const
export type Outcome = (typeof OUTCOMES)[number]
/** An interaction that takes longer than this, in milliseconds, is slow. */
export const SLOW_INTERACTION_MS = 500

const RemoteVersion = z.object({ name: RemoteName, version: Semver.max(100) })
/** The remote that was running; null for the shell. */
const Ran = RemoteVersion.nullable()

/** A position in a bundle of the portal: path, line and column. */
export const STACK_FRAME =
  /^\/(?:assets|remotes\/[a-z][a-z0-9-]{1,40}\/[0-9A-Za-z.-]{1,100})\/[\w.-]{1,80}\.js:\d{1,7}:\d{1,7}$/
/** The class of an error, without a message. */
export const ERROR_KIND = /^(?:[A-Z][a-z]{1,15}){0,3}(?:Error|Exception)$/

export const VitalsReport = z.object({
  /** Release of the shell. */
  release: z.string().max(100),
  metrics: z
    .array(z.object({ name: z.enum(METRICS), value: z.number().min(0).max(600_000), ran: Ran }))
    .max(METRICS.length),
  errors: z
    .array(
      z.object({ kind: z.string().regex(ERROR_KIND), ran: Ran, frames: z.array(z.string().regex(STACK_FRAME)).max(5) }),
    )
    .max(10),
  /** Outcomes of the page load, per remote. */
  outcomes: z
    .array(z.object({ ran: RemoteVersion, kind: z.enum(OUTCOMES) }))
    .max(20)
    .default([]),
})
export type VitalsReport = z.infer<typeof VitalsReport>
