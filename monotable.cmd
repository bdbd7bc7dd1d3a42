@echo off
rem Starts the Monotable server on Windows: monotable.cmd [OPTIONS]
rem
rem Needs monotable.jar, next to this file or built in command-line\target by
rem   mvn -q -DskipTests -pl command-line -am package
rem JAVA_HOME selects the JDK (17 or later). JAVA_OPTS adds options of the JVM, such as -Xmx8g.
setlocal
set "root=%~dp0"
set "java=java"
if defined JAVA_HOME set "java=%JAVA_HOME%\bin\java"
set "jar=%root%monotable.jar"
if not exist "%jar%" set "jar=%root%command-line\target\monotable.jar"
if not exist "%jar%" (
  echo monotable: no %jar%: build it with "mvn -q -DskipTests -pl command-line -am package" 1>&2
  exit /b 1
)
"%java%" -Xms64m -Xmn40m -XX:MaxRAMPercentage=60 -XX:+UseSerialGC %JAVA_OPTS% -jar "%jar%" %*
exit /b %ERRORLEVEL%
