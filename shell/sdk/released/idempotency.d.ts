export declare function newIdempotencyKey(): string;
export interface IdempotentOptions {
    headers: Record<string, string>;
}
export declare function idempotent(key?: string): IdempotentOptions;
export interface Idempotency {
    optionsFor: (body: unknown) => IdempotentOptions;
    reset: () => void;
}
export declare function useIdempotency(): Idempotency;
