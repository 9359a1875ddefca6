// Script of the offline pages.
import "../views/theme.css";
import { bindThemeButton } from "../views/theme.ts";

const theme = document.getElementById("theme");
if (theme) bindThemeButton(theme);
