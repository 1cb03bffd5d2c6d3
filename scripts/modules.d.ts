// The scripts are plain JavaScript, so that they run before anything is built; their tests take them untyped.
declare module '*.mjs';
