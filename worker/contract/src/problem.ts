import * as z from 'zod'

/** An error response (RFC 9457 problem details). `errors` lists the invalid fields. */
export const Problem = z.object({
  type: z.string(),
  code: z.string(),
  title: z.string(),
  status: z.number().int(),
  detail: z.string(),
  request_id: z.string().optional(),
  retry_after: z.number().optional().meta({ description: 'Seconds to wait before trying again' }),
  errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
})
export type Problem = z.infer<typeof Problem>
