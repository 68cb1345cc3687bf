import hooks from "eslint-plugin-react-hooks";
import tseslint from "typescript-eslint";

// Features stand side by side: what two of them need lies in lib, components or api.
const features = [
  "compliance",
  "dataset",
  "events",
  "home",
  "incidents",
  "lineage",
  "pipelines",
  "queries",
  "shell",
  "simulator",
  "timemachine",
];
const apart = features.map((feature) => ({
  files: [`src/features/${feature}/**`],
  rules: {
    "no-restricted-imports": [
      "error",
      { patterns: features.filter((other) => other !== feature).map((other) => `@/features/${other}/*`) },
    ],
  },
}));

export default tseslint.config(
  { ignores: ["node_modules", "src/api/schema.ts"] },
  ...tseslint.configs.strict,
  {
    plugins: { "react-hooks": hooks },
    rules: {
      "react-hooks/rules-of-hooks": "error",
      "react-hooks/exhaustive-deps": "error",
      "max-lines": ["error", 200],
      complexity: ["error", 20],
    },
  },
  ...apart,
);
