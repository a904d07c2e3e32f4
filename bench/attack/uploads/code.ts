/** What an answer was refused as. */
export const codeOf = async (answer: Response): Promise<string> =>
  ((await answer.json()) as { code?: string }).code ?? String(answer.status)
