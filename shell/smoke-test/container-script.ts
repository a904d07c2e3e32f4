/** The parts of a small remote that tests replace. */
export interface RemoteCode {
  /** Statements of the entry script. */
  entry?: string
  /** Statements of the component of its page. */
  page?: string
}

/** Returns the entry script of a remote with one page, for tests. It takes its libraries from the shell. */
export const containerScript = (
  container: string,
  { entry = '', page = "return createElement('h1', {}, useSession().user.name)" }: RemoteCode = {},
): string => `
var ${container}
{
  let scope
  const shared = async (name) => (await Object.values(scope[name])[0].get())()
  ${container} = {
    init: (given) => { scope = given },
    get: async () => {
      const [{ createElement, useEffect }, { createRoute }, { ApiError, useSession }] =
        await Promise.all(['react', '@tanstack/react-router', '@portal/sdk'].map(shared))
      const component = () => { ${page} }
      return () => ({ createRoutes: (mount) => [createRoute({ getParentRoute: () => mount, path: '/', component })] })
    },
  }
}
${entry}`
