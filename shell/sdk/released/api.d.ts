export declare const api: unknown;
export type ResponseBody<R> = R extends {
    ok: false;
} ? never : R extends {
    json(): Promise<infer T>;
} ? T : never;
interface AnyResponse {
    ok: boolean;
    status: number;
    headers: Headers;
    json(): Promise<unknown>;
    text(): Promise<string>;
}
export declare function call<R extends AnyResponse>(request: Promise<R>): Promise<ResponseBody<R>>;
export {};
