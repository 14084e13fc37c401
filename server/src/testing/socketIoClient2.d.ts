/** The 2.x client ships no types; this is the part of it that the tests use. */
declare module 'socket.io-client-2' {
  export type Socket2 = {
    readonly connected: boolean;
    on(event: string, listener: (payload: never) => void): void;
    emit(event: string, ...payload: readonly unknown[]): void;
    close(): void;
  };
  function connect(url: string, options: object): Socket2;
  export default connect;
}
