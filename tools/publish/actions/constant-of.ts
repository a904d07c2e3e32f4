/** Returns the name of a remote in variables and secrets: `mf-reports` → `MF_REPORTS`. */
export const constantOf = (name: string): string => name.replaceAll('-', '_').toUpperCase()
