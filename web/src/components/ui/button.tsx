import { type VariantProps, cva } from "class-variance-authority";
import { Slot } from "radix-ui";
import type { ComponentProps, ReactNode } from "react";
import { cn } from "@/lib/classes";

const look = cva(
  "inline-flex h-7 shrink-0 items-center justify-center gap-1.5 rounded-md px-2.5 text-13 font-medium whitespace-nowrap transition-colors duration-(--dur-fast) disabled:opacity-50 [&_svg]:size-3.5 [&_svg]:shrink-0",
  {
    variants: {
      variant: {
        outline: "border border-line-2 bg-surface hover:bg-sunken",
        primary: "bg-accent text-on-accent hover:opacity-90",
        ghost: "hover:bg-sunken",
        link: "h-auto px-0 text-accent hover:underline",
        chosen: "border border-accent-line bg-accent-bg",
      },
      size: { normal: "", icon: "w-7 px-0" },
    },
    defaultVariants: { variant: "outline", size: "normal" },
  },
);

type Props = ComponentProps<"button"> & VariantProps<typeof look> & { asChild?: boolean };

export function Button({ className, variant, size, asChild = false, ...rest }: Props): ReactNode {
  const Element = asChild ? Slot.Root : "button";
  return <Element type={asChild ? undefined : "button"} className={cn(look({ variant, size }), className)} {...rest} />;
}
