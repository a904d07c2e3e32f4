import * as z from 'zod'

/** Schemas of the commands that remotes offer in the palette. */

/** What a command can be about: an item that the palette finds, or the text that the person has typed. */
export const COMMAND_SUBJECTS = ['client', 'workform', 'submission', 'text'] as const
export type CommandSubject = (typeof COMMAND_SUBJECTS)[number]

/** A command in the palette. It opens an address of the portal. */
export const Command = z.object({
  label: z.string().min(1).max(60),
  /**
   * The address. `{client}`, `{workform}` and `{text}` stand for what the command is about; a submission has a client
   * and a workform.
   */
  path: z
    .string()
    .max(200)
    .regex(/^(?:\/[a-z0-9-]+)+(?:\?[\w={}&.-]+)?$/, 'A path looks like /clients?client={client}.'),
  /** What the command is about; absent for commands that are always offered. */
  for: z.enum(COMMAND_SUBJECTS).optional(),
  /** Whether Enter on the item runs the command. The first one of each kind counts. */
  opens: z.literal(true).optional(),
  icon: z.string().max(40).optional(),
  /** Other words that find the command. */
  words: z.string().max(100).optional(),
})
export type Command = z.infer<typeof Command>
