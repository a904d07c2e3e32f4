import { type ComponentType } from 'react';
export type CodeState = 'idle' | 'loading' | 'waiting' | 'failed' | 'ready';
export interface LazyCode<T> {
    load: () => Promise<T>;
    loadNow: () => Promise<T>;
    loaded: () => T | undefined;
    state: () => CodeState;
    subscribe: (listener: () => void) => () => void;
}
export declare const backOnline: (ms?: number) => Promise<void>;
interface Patience {
    tries?: number;
    onWait?: (isWaiting: boolean) => void;
}
export declare function loadPatiently<T>(load: () => Promise<T>, { tries, onWait }?: Patience): Promise<T>;
export declare function lazyCode<T>(importCode: () => Promise<T>, patience?: Pick<Patience, 'tries'>): LazyCode<T>;
export declare function useLazyCode<T>(code: LazyCode<T>): {
    loaded: T | undefined;
    state: CodeState;
    retry: () => void;
};
export type PropsIn<M, Name extends keyof M> = M[Name] extends ComponentType<infer P extends object> ? P : never;
export declare function lazyPage<M, Name extends keyof M>(importModule: () => Promise<M>, name: Name): import("react").FunctionComponent<PropsIn<M, Name>> & {
    preload?: () => Promise<void>;
};
export {};
