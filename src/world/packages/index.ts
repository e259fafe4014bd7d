/** Packages that are installed by those who need them. */
export { type OptionalPackage, requirePackages } from './require-packages.ts';
