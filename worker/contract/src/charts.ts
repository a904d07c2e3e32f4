import * as z from 'zod'
import { Id } from './common.ts'
import { isMonth } from './dates.ts'

/** Schemas of the charts on the dashboard. */

/** The periods that the charts can show, in months. */
export const CHART_PERIODS = ['6', '12'] as const
export type ChartPeriod = (typeof CHART_PERIODS)[number]
export const ChartsQuery = z.object({ months: z.enum(CHART_PERIODS).default('6') })

/** A calendar month, yyyy-mm. */
export const Month = z.string().refine(isMonth, 'Please enter a month as yyyy-mm.')

/** What happened in a month of the bookkeeper's time zone. At most the latest few hundred sections are counted. */
export const MonthlyWork = z.object({
  month: Month,
  /** Sections that were due in the month: submitted by the due date, after it, or not yet although it has passed. */
  on_time: z.number().int(),
  late: z.number().int(),
  missing: z.number().int(),
  /** Sections that were approved in the month, whenever they were due. */
  approved: z.number().int(),
  /** Days from assignment to approval. A quarter took `quarter` days or less. Null if there are none. */
  days: z.object({ quarter: z.number().int(), median: z.number().int(), three_quarters: z.number().int() }).nullable(),
  /** Average days that these were with the client and with the bookkeeper. Null if there are none. */
  sides: z.object({ client: z.number(), bookkeeper: z.number() }).nullable(),
  /** Whether there were more sections than are counted. */
  more: z.boolean(),
})
export type MonthlyWork = z.infer<typeof MonthlyWork>

/** A section of a workform, with the number of cases. */
export const StuckSection = z.object({
  workform_id: Id,
  workform_name: z.string(),
  section_name: z.string(),
  count: z.number().int(),
})
export type StuckSection = z.infer<typeof StuckSection>

/** A question whose answer clients changed in the submission after a rejection. */
export const StuckQuestion = StuckSection.extend({ question: z.string(), field_id: z.string() })
export type StuckQuestion = z.infer<typeof StuckQuestion>

/** Who has to act on a submission: the client, the bookkeeper, or neither because all is approved. */
export const TURNS = ['client', 'you', 'done'] as const
export type Turn = (typeof TURNS)[number]

export const DashboardCharts = z.object({
  /** The oldest month first, the current one last. */
  months: z.array(MonthlyWork),
  /** Where clients get stuck, the most frequent first. */
  stuck: z.object({
    /** Sections that are overdue now. */
    overdue: z.array(StuckSection),
    /** Sections that the bookkeeper sent back in the period. */
    sent_back: z.array(StuckSection),
    questions: z.array(StuckQuestion),
  }),
  /** Number of submissions by whose turn it is. */
  turns: z.object({ client: z.number().int(), you: z.number().int(), done: z.number().int() }),
})
export type DashboardCharts = z.infer<typeof DashboardCharts>
