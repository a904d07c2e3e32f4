import { type FlagName, type FlagValues, flagValue } from '@portal/contract/flags'
import { atom, getDefaultStore, useAtomValue } from 'jotai'

const flagsAtom = atom<FlagValues>({})
const store = getDefaultStore()

/** Sets the values of all flags for the signed-in person. The shell calls it with those of the registry. */
export const setFlags = (values: FlagValues): void => store.set(flagsAtom, values)

/** Returns whether a feature is on; re-renders when an operator switches it. */
export function useFlag(name: FlagName): boolean {
  return flagValue(useAtomValue(flagsAtom, { store }), name)
}
