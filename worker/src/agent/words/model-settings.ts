import * as z from 'zod'
import { isPublicAddress } from '../../net/public-address.ts'

const text = z.string().default('')

/** Variables of the language model, which is optional: an endpoint that speaks OpenAI's chat completions, or Workers AI by its binding. */
export const AI_VARIABLES = {
  /** Address of the API, up to and including its version: https://api.openai.com/v1. Without one, the binding AI serves. */
  AI_URL: text.transform((address) => address.replace(/\/+$/, '')),
  AI_KEY: text,
  /** The model's name there. Without one no model is asked. */
  AI_MODEL: text,
} as const

type Variables = z.infer<z.ZodObject<typeof AI_VARIABLES>>

/** Refuses half an endpoint, and one that is no public https address outside development. */
export function checkModelSettings(
  s: Variables & { ENVIRONMENT: string },
  problem: (variable: string, message: string) => void,
): void {
  if (s.AI_URL && !s.AI_MODEL) problem('AI_MODEL', 'must be set where AI_URL is')
  if (s.AI_KEY && !s.AI_URL) problem('AI_URL', 'must be set where AI_KEY is')
  if (s.AI_URL && !isPublicAddress(s.AI_URL, s.ENVIRONMENT === 'development')) {
    problem('AI_URL', 'must be an https address that is not private')
  }
}
