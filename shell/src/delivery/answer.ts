import { cleanText, isBlank } from '@portal/contract/text'
import { useState } from 'react'

/**
 * Holds a text that a dialog asks for.
 * @param problemOf returns what is wrong with it, or undefined
 */
export function useAnswer(problemOf: (text: string) => string | undefined) {
  const [text, setText] = useState('')
  const [isChecked, setChecked] = useState(false)
  const problem = problemOf(text)
  return {
    text: cleanText(text),
    /** Shows what is wrong. Returns whether nothing is. */
    check: (): boolean => {
      setChecked(true)
      return problem === undefined
    },
    unsaved: { changed: !isBlank(text), discard: () => setText('') },
    field: { value: text, onChange: setText, error: isChecked ? problem : undefined },
  }
}
export type Answer = ReturnType<typeof useAnswer>
