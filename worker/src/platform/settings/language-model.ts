import * as z from 'zod'
import { isPublicAddress } from '../net/public-address.ts'

const text = z.string().default('')

/**
 * Variables of the optional language model: an endpoint with OpenAI's chat completions API, or a Workers AI
 * binding.
 */
export const AI_VARIABLES = {
  /** Base URL of the API including its version, such as https://api.openai.com/v1. Default: the binding `AI`. */
  AI_URL: text.transform((address) => address.replace(/\/+$/, '')),
  AI_KEY: text,
  /** Name of the model. Without it, no model is used. */
  AI_MODEL: text,
} as const

type Variables = z.infer<z.ZodObject<typeof AI_VARIABLES>>

/** Reports an incomplete configuration and, outside development, an endpoint that is not a public https URL. */
export function checkModelSettings(
  s: Variables & { ENVIRONMENT: string },
  problem: (variable: string, message: string) => void,
): void {
  if (s.AI_URL && !s.AI_MODEL) problem('AI_MODEL', 'must be set when AI_URL is set')
  if (s.AI_KEY && !s.AI_URL) problem('AI_URL', 'must be set when AI_KEY is set')
  if (s.AI_URL && !isPublicAddress(s.AI_URL, s.ENVIRONMENT === 'development')) {
    problem('AI_URL', 'must be a public https URL')
  }
}
